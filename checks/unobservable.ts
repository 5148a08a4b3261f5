import type { ClauseId } from '@/lib/contract/clauses';

const AT_THE_SOURCE = 'happens between the deployment and its sources';
const IN_THE_DATABASE = 'shows in the records and ledger of the deployment, not in its answers';
const SECOND_ADDRESS = 'needs a second network address';
const DURING_A_RUN = 'needs an administrator to change something during the run';

/** Clauses that no client can see, and why. Each other one has a check. */
export const unobservable: Readonly<Partial<Record<ClauseId, string>>> = {
  'service.recorded': IN_THE_DATABASE,
  'errors.catalogos.500': 'no request makes the service itself fail',
  'limits.rule-4': SECOND_ADDRESS,
  'limits.rule-8.recorded': IN_THE_DATABASE,
  'limits.rule-8.rejections': IN_THE_DATABASE,
  'limits.peer': SECOND_ADDRESS,
  'limits.ipv6': SECOND_ADDRESS,
  'limits.one-process': 'nothing tells a client which process answered',
  'limits.tightened': 'a freedom of whoever runs the deployment',
  'credentials.token': 'how tokens are made shows in none of the answers',
  'credentials.rotation': DURING_A_RUN,
  'credentials.next-request': DURING_A_RUN,
  'money.hold': 'needs a query held open at its source',
  'money.tariff': DURING_A_RUN,
  'money.ledger': IN_THE_DATABASE,
  'money.client-gone': AT_THE_SOURCE,
  'money.interrupted': 'needs a deployment that dies during a query',
  'money.unresolved': 'needs a database that breaks during a query',
  'sources.request': AT_THE_SOURCE,
};
