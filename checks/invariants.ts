import type { ClauseId } from '@/lib/contract/clauses';
import { isKnown, spendingOf } from './ask';
import type { Expectation, Finding, Reply } from './check';
import { finding } from './finding';
import type { LookupUnderTest } from './lookups';
import { readRateLimit } from './rate-limit';
import type { Limits } from './settings';

/** Checks that every answer of a lookup must pass. They run on each answer. */
export function invariants(limits: Limits): Expectation {
  return (reply) => {
    if (reply.status === undefined || reply.ask.path !== undefined) return [];
    return [
      ...requestId(reply),
      ...contentType(reply),
      ...retryAfter(reply),
      ...rateLimit(reply, limits),
    ];
  };
}

function requestId(reply: Reply): Finding[] {
  const came = reply.headers['x-request-id'];
  if (reply.ask.requestId !== undefined || came === reply.requestId) return [];
  const found = finding(reply, 'header x-request-id', reply.requestId, came);
  return [{ ...found, clauses: ['answer.request-id'] }];
}

/** Answers are JSON, but for the plain text of the limit by address. */
function contentType(reply: Reply): Finding[] {
  const came = reply.headers['content-type'];
  if (reply.text === '' || isAddressLimit(reply)) return [];
  if (/^application\/json\s*(?:;|$)/i.test(came ?? '')) return [];
  const found = finding(reply, 'header content-type', 'application/json', came);
  return [{ ...found, clauses: ['endpoints.content-type'] }];
}

function retryAfter(reply: Reply): Finding[] {
  const came = reply.headers['retry-after'];
  if (reply.status !== 429 || came === undefined) return [];
  const found = finding(reply, 'header retry-after', undefined, came);
  return [{ ...found, clauses: ['errors.rule-5'] }];
}

const QUOTA_CLAUSES = {
  renap: 'limits.renap',
  rtu: 'limits.rtu',
  catalogos: 'limits.catalogos',
} as const satisfies Record<LookupUnderTest['policy'], ClauseId>;

function rateLimit(reply: Reply, limits: Limits): Finding[] {
  if (isAddressLimit(reply)) return [];
  const { headers, ask } = reply;
  const came = `${headers['ratelimit-policy'] ?? 'nothing'} and ${headers.ratelimit ?? 'nothing'}`;
  const wrong = (expected: string, ...clauses: ClauseId[]) => [
    { ...finding(reply, 'headers ratelimit-policy and ratelimit', expected, came), clauses },
  ];
  if (spendingOf(ask).counter === undefined) {
    const none = headers.ratelimit === undefined && headers['ratelimit-policy'] === undefined;
    return none || isKnown(ask) ? [] : wrong('neither, as nobody is known', 'answer.ratelimit');
  }
  const fields = readRateLimit(headers);
  if (fields === undefined)
    return wrong('"name";q=30;w=60 and "name";r=29;t=60', 'answer.ratelimit');
  const { quota, remaining, resetSeconds } = fields;
  const expected = limits[ask.lookup.policy];
  if (expected !== undefined && quota !== expected) {
    return wrong(`q=${expected}`, 'answer.ratelimit', QUOTA_CLAUSES[ask.lookup.policy]);
  }
  if (remaining > quota) return wrong(`r of at most ${quota}`, 'answer.ratelimit');
  return resetSeconds > 60 ? wrong('t of at most 60', 'answer.ratelimit', 'limits.rule-3') : [];
}

/** The default answer of a limiter in front of everything, which need not be JSON. */
export function isAddressLimit({ status, headers }: Reply): boolean {
  return status === 429 && /^text\/plain\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
