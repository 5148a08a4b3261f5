import { ask } from '@/checks/ask';
import { type Check, check, type Finding, type Reply, story } from '@/checks/check';
import { statusThen } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { catalogs, cuiNit, type LookupUnderTest, lookups, renap, rtu } from '@/checks/lookups';
import { readRateLimit } from '@/checks/rate-limit';

/** The ids and the RateLimit fields that answers carry, and what the counters have in common. */

const WELL_FORMED = /^[A-Za-z0-9_-]{8,64}$/;
const OWN_IDS = ['A-z_0123', 'x'.repeat(64)];
const UNUSABLE_IDS = ['abcdefg', 'x'.repeat(65), 'con espacio', 'a.b.c.d.e.f'];

/** Sends an id without credentials, so that nothing else is spent. */
function withId(lookup: LookupUnderTest, requestId: string) {
  return ask(lookup, {}, { shown: 'none', requestId });
}

function newId(reply: Reply): Finding[] {
  const came = reply.headers['x-request-id'];
  const isNew = came !== reply.ask.requestId && WELL_FORMED.test(came ?? '');
  return isNew ? [] : [finding(reply, 'header x-request-id', 'a new id', came)];
}

const requestIds: readonly Check[] = [
  check({
    title: 'the shortest and the longest id come back',
    covers: ['answer.request-id'],
    asks: OWN_IDS.map((id) => withId(renap, id)),
    holds: statusThen(403, (reply) => {
      const came = reply.headers['x-request-id'];
      const own = reply.ask.requestId;
      return came === own ? [] : [finding(reply, 'header x-request-id', own, came)];
    }),
  }),
  ...lookups.map((lookup) =>
    story({
      title: 'a new id where there is none to use',
      covers: ['answer.request-id'],
      stages: [
        {
          kind: 'one-by-one',
          asks: (lookup === renap ? UNUSABLE_IDS : UNUSABLE_IDS.slice(-1)).map((id) =>
            withId(lookup, id),
          ),
        },
      ],
      holds: (replies) => {
        const ids = new Set(replies.map(({ headers }) => headers['x-request-id']));
        const [first] = replies;
        const found = replies.flatMap(newId);
        if (first === undefined || ids.size === replies.length) return found;
        return [...found, finding(first, 'header x-request-id', 'an id of its own', 'one for all')];
      },
    }),
  ),
];

/** Bodies without anything usable: they spend from the counter per minute and cost nothing else. */
function incomplete(lookup: LookupUnderTest, turn: string) {
  return ask(lookup, {}, { turn });
}

/** The second of two answers of one counter has one request less left, or a new window. */
function countsOn(before: Reply | undefined, after: Reply | undefined): Finding[] {
  if (before === undefined || after === undefined) return [];
  const [first, second] = [before, after].map(({ headers }) => readRateLimit(headers));
  if (first === undefined || second === undefined) {
    return [finding(after, 'header ratelimit', 'a count that goes on', after.headers.ratelimit)];
  }
  const isNext = second.remaining === Math.max(0, first.remaining - 1);
  const isNewWindow = second.resetSeconds > first.resetSeconds;
  if (isNext || isNewWindow) return [];
  const expected = `r=${Math.max(0, first.remaining - 1)}`;
  return [finding(after, 'header ratelimit', expected, after.headers.ratelimit)];
}

const counting = lookups.map((lookup) =>
  story({
    title: 'an unusable body spends one request of its minute',
    covers: ['answer.ratelimit', 'checks.spend', 'limits.rule-3', quotaClause(lookup)],
    stages: [
      { kind: 'one-by-one', asks: [incomplete(lookup, 'count'), incomplete(lookup, 'count on')] },
    ],
    holds: ([before, after]) => countsOn(before, after),
  }),
);

function quotaClause({ policy }: LookupUnderTest) {
  return `limits.${policy}` as const;
}

const sharing: readonly Check[] = [
  story({
    title: 'the catalogs count together',
    covers: ['service.catalogs-share', 'limits.catalogos'],
    stages: [{ kind: 'one-by-one', asks: catalogs.map((one) => incomplete(one, 'shared')) }],
    holds: (replies) => replies.slice(1).flatMap((reply, place) => countsOn(replies[place], reply)),
  }),
  story({
    title: 'person registry, RTU by NIT and catalogs count apart',
    covers: ['limits.own-counters'],
    stages: [
      {
        kind: 'one-by-one',
        asks: [
          ...[renap, rtu, cuiNit].map((one) => incomplete(one, 'apart')),
          ...[renap, rtu, cuiNit].map((one) => incomplete(one, 'apart again')),
        ],
      },
    ],
    holds: (replies) => [0, 1, 2].flatMap((index) => countsOn(replies[index], replies[index + 3])),
  }),
];

const strangers = lookups.map((lookup) =>
  check({
    title: 'who is not known has no count',
    covers: ['answer.ratelimit', 'checks.spend'],
    asks: ask(lookup, {}, { shown: 'unknown-name' }),
    holds: (reply) => {
      const came = reply.headers.ratelimit;
      return came === undefined ? [] : [finding(reply, 'header ratelimit', undefined, came)];
    },
  }),
);

export const answerChecks: readonly Check[] = [
  ...requestIds,
  ...counting,
  ...strangers,
  ...sharing,
];
