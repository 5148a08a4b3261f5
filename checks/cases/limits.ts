import { type Account, type Ask, ask, raw } from '@/checks/ask';
import { type Check, type Expectation, story } from '@/checks/check';
import { failure, failureOfAnyText, status } from '@/checks/expect';
import { cameInstead, finding } from '@/checks/finding';
import { isAddressLimit } from '@/checks/invariants';
import { catalogs, cuiNit, type LookupUnderTest, lookups, renap, rtu } from '@/checks/lookups';
import type { Limits } from '@/checks/settings';
import type { ClauseId } from '@/lib/contract/clauses';
import { TOO_LARGE } from './texts';

/** The limits met on purpose, with bodies that cost nothing: asked for only by --include. */

interface Counter {
  readonly lookup: LookupUnderTest;
  /** Share it. */
  readonly siblings: readonly LookupUnderTest[];
}

/** One after the other: each has its whole quota although the ones before are used up. */
const counters: readonly Counter[] = [
  { lookup: renap, siblings: [] },
  { lookup: rtu, siblings: [] },
  { lookup: cuiNit, siblings: catalogs.filter((lookup) => lookup !== cuiNit) },
];

function limitedClauses({ kind, policy }: LookupUnderTest): ClauseId[] {
  const shared: ClauseId[] = [
    `limits.${policy}`,
    'checks.rate-before-body',
    'errors.rule-5',
    'limits.own-counters',
  ];
  if (kind === 'registry') return [...shared, 'errors.registries.429'];
  return [
    ...shared,
    'errors.catalogos.429-limit',
    'limits.rule-2',
    'service.catalogs-share',
    'errors.rule-6',
  ];
}

/** Uses up one counter of `account` and looks at what is refused then. */
function exhausted({ lookup, siblings }: Counter, account: Account, limit: number): Check {
  const as = { account };
  const refused = failure(429, lookup.messages.limited);
  const isOther = account !== 'integration';
  return story({
    title: `allows ${limit} a minute and no more`,
    covers: [...limitedClauses(lookup), ...(isOther ? (['limits.by-integration'] as const) : [])],
    needs: ['limits', `${lookup.policy}-limit`],
    pace: 'fresh',
    stages: [
      { kind: 'together', asks: Array.from({ length: limit }, () => ask(lookup, {}, as)) },
      {
        kind: 'one-by-one',
        asks: [
          ask(lookup, {}, as),
          ask(lookup, { nits: ['0'], cui: '0', nit: '0' }, as),
          raw(lookup, TOO_LARGE, as),
          ...siblings.map((sibling) => ask(sibling, {}, as)),
        ],
      },
      { kind: 'one-by-one', asks: isOther ? [ask(lookup, {})] : [] },
    ],
    holds: (_, [allowed = [], limited = [], meanwhile = []]) => [
      ...allowed
        .flatMap(against(status(400), `limits.${lookup.policy}`, 'limits.own-counters'))
        .slice(0, 1),
      ...limited.flatMap(refused),
      ...meanwhile.flatMap(against(status(400), 'limits.by-integration')),
    ],
  });
}

/** More often than the limit allows: an integration that may not use a lookup gets that answer, never a 429. */
function neverLimited({ lookup }: Counter, limit: number): Check {
  const asks = Array.from({ length: limit + 1 }, () => ask(lookup, {}, { account: 'disabled' }));
  return story({
    title: `not enabled, asked ${limit + 1} times in a minute`,
    covers: ['checks.flag-before-rate'],
    needs: ['limits', `${lookup.policy}-limit`],
    pace: 'fresh',
    stages: [{ kind: 'together', asks }],
    holds: (replies) => replies.flatMap(failure(403, lookup.messages.disabled)),
  });
}

function against(expectation: Expectation, ...clauses: readonly ClauseId[]): Expectation {
  return (reply) => expectation(reply).map((found) => ({ ...found, clauses }));
}

const plainText: Expectation = (reply) =>
  isAddressLimit(reply) && reply.text !== '' && reply.body === undefined
    ? []
    : [
        finding(
          reply,
          'answer',
          '429 with plain text',
          `${cameInstead(reply)} as ${reply.headers['content-type']}`,
        ),
      ];

/** Makes a request without credentials, so that it spends from no other limit. */
function anonymous(lookup: LookupUnderTest, headers: Readonly<Record<string, string>> = {}): Ask {
  return ask(
    lookup,
    {},
    { shown: 'none', headers: { 'content-type': 'application/json', ...headers } },
  );
}

const GLOBAL_QUOTA = 100;
const FORGED = ['198.51.100.7', '2001:db8::7, 203.0.113.9'];

/** The last check of a run: afterwards its address has nothing left for a quarter of an hour. */
function exhaustedAddress(limit: number): Check {
  return story({
    title: `an address has ${limit} requests in 15 minutes`,
    covers: [
      'limits.global',
      'limits.rule-1',
      'limits.forwarded-for',
      'limits.global-scope',
      'errors.body.global',
      'errors.rule-5',
      'errors.rule-6',
      'checks.global-before-credentials',
      'checks.method-first',
    ],
    needs: ['global-limit'],
    stages: [
      { kind: 'until-limited', ask: anonymous(renap), atMost: limit + 1 },
      { kind: 'together', asks: lookups.map((lookup) => anonymous(lookup)) },
      { kind: 'together', asks: lookups.map((lookup) => ask(lookup, {})) },
      {
        kind: 'together',
        asks: FORGED.map((address) => anonymous(renap, { 'x-forwarded-for': address })),
      },
      { kind: 'one-by-one', asks: [raw(renap, undefined, { method: 'GET', shown: 'none' })] },
      {
        kind: 'one-by-one',
        asks: [raw(renap, undefined, { method: 'GET', path: '/', shown: 'none' })],
      },
    ],
    pace: 'none',
    holds: (_, [filling = [], unknown = [], known = [], forged = [], get = [], page = []]) => [
      ...filling.slice(-1).flatMap(plainText),
      ...unknown.flatMap(against(plainText, 'errors.body.global')),
      ...unknown.flatMap(against(status(429), 'checks.global-before-credentials')),
      ...known.flatMap(against(status(429), 'limits.rule-1')),
      ...forged.flatMap(against(status(429), 'limits.forwarded-for')),
      ...get.flatMap(against(failureOfAnyText(405), 'checks.method-first')),
      ...page.flatMap(against(notLimited, 'limits.global-scope')),
    ],
  });
}

const notLimited: Expectation = (reply) =>
  reply.status === 429 ? [finding(reply, 'status', 'anything but 429', 429)] : [];

/**
 * Makes the checks of the limits. Those of a limit that a deployment does not have use the
 * contract's quota and are skipped. With `spare` another integration meets the limits per minute.
 */
export function limitChecks(limits: Limits, spare: boolean): Check[] {
  const account = spare ? 'spare' : 'integration';
  return [
    ...counters.flatMap((counter) => {
      const { policy, quota } = counter.lookup;
      const limit = limits[policy] ?? quota;
      return [exhausted(counter, account, limit), neverLimited(counter, limit)];
    }),
    ...(spare ? [] : [onlyWithSpare]),
    exhaustedAddress(limits.global ?? GLOBAL_QUOTA),
  ];
}

/** Reports as skipped what only a run with another integration covers. */
const onlyWithSpare = story({
  title: 'another integration is not limited meanwhile',
  covers: ['limits.by-integration'],
  needs: ['limits', 'spare'],
  stages: [],
  holds: () => [],
});
