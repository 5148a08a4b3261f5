import type { Clauses } from './clause';

/** Contract: 'Limits'; and how this service counts. */
export const limits = {
  'limits.global': 'One hundred requests per address and 15 minutes over all lookups.',
  'limits.renap': 'Person registry: 30 per minute.',
  'limits.rtu': 'RTU by NIT: 50 per minute.',
  'limits.catalogos': 'Catalogs: 30 per minute, all together.',
  'limits.rule-1': 'A request spends from its own limit and from the global one.',
  'limits.rule-2': 'One catalog can leave the other two without quota.',
  'limits.rule-3': 'A window ends at the latest 60 seconds after its first request.',
  'limits.rule-3.global': {
    says: 'The global window is 15 minutes.',
    untestable: 'nothing in an answer tells it, and no test waits a quarter of an hour',
  },
  'limits.rule-4': 'The global count belongs to the address; another address is not touched.',
  'limits.rule-5': 'Fifty NITs per batch; the catalogs resolve one taxpayer.',
  'limits.rule-6': 'A query of a catalog ends at its ceiling with 502.',
  'limits.rule-7.charged': 'A catalog’s 200 costs the tariff.',
  'limits.rule-7.only-success': 'A 404, 429, 502 or error of the source costs nothing.',
  'limits.rule-7.zero-balance': 'Without balance the source is not reached.',
  'limits.rule-7.upstream': {
    says: 'In production a success also consumes quota at the source.',
    untestable: 'happens at the source, in production only',
  },
  'limits.rule-8.recorded': 'A query that reached its source leaves a record, errors included.',
  'limits.rule-8.rejections': 'What was refused before the source leaves none.',
  'limits.rule-9': {
    says: 'Largest body and longest identifiers are left open.',
    untestable: 'left open by the contract; decided under input',
  },
  'limits.own-counters': 'Person registry, RTU by NIT and catalogs count apart.',
  'limits.by-integration': 'A counter per minute belongs to the integration, from any address.',
  'limits.peer': 'Without trusted proxies only the TCP peer counts; nobody seen is one address.',
  'limits.forwarded-for': 'Entries of X-Forwarded-For that a client forges move nothing.',
  'limits.ipv6': 'IPv6 counts by /64.',
  'limits.global-scope': 'Pages other than the lookups do not spend from the global limit.',
  'limits.one-process': 'Every way into one process spends from the same counters.',
  'limits.tightened': 'The environment can set other limits.',
} as const satisfies Clauses;
