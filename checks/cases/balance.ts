import { type Ask, ask, query, raw } from '@/checks/ask';
import { type Check, check, type Finding, type Reply, story } from '@/checks/check';
import { failure, failureOfAnyText, status } from '@/checks/expect';
import { cameInstead, finding } from '@/checks/finding';
import { catalogs, cuiNit, type LookupUnderTest, registries, somebody } from '@/checks/lookups';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { INVALID, NO_BALANCE, TOO_LARGE } from './texts';

/** Checks of the balance from outside: empty, and enough for a known number of queries. */

const noBalance = failure(402, NO_BALANCE);
function withoutBalance(lookup: LookupUnderTest): Check[] {
  const poor = { account: 'poor' } as const;
  const covers = ['checks.body-before-balance'] as const;
  return [
    check({
      title: 'without balance',
      covers: [
        'errors.catalogos.402-balance',
        'errors.rule-1',
        'limits.rule-7.zero-balance',
        'money.conditions',
      ],
      asks: ask(lookup, { nit: '0' }, poor),
      holds: noBalance,
    }),
    check({
      title: 'without balance, about what the source would fail at',
      covers: ['checks.balance-before-source', 'limits.rule-7.zero-balance', 'errors.rule-2'],
      needs: ['sandbox'],
      asks: ask(lookup, { nit: reserved('status-500').nit }, poor),
      holds: noBalance,
    }),
    check({
      title: 'without balance and without identifier',
      covers,
      asks: ask(lookup, {}, poor),
      holds: failure(400, lookup.messages.incomplete),
    }),
    check({
      title: 'without balance and with actualizado that is no boolean',
      covers,
      asks: ask(lookup, { nit: '0', actualizado: 'no' }, poor),
      holds: failure(400, INVALID),
    }),
    check({
      title: 'without balance and with a body too large',
      covers,
      asks: raw(lookup, TOO_LARGE, poor),
      holds: failureOfAnyText(413),
    }),
  ];
}

/** More at once than the balance pays. */
const EXCESS = 3;
const metered = { account: 'metered' } as const;

function atMetered(lookup: LookupUnderTest, turn: string): Ask {
  return query(lookup, { nit: somebody.nit }, { ...metered, turn });
}

/** Each of these costs nothing, or the balance would pay fewer queries afterwards. */
const free: readonly Ask[] = catalogs.flatMap((lookup) => [
  ask(lookup, { nit: wellKnown.unknown.nit }, metered),
  ask(lookup, { nit: reserved('status-500').nit }, metered),
  ask(lookup, { nit: reserved('status-429').nit }, metered),
  ask(lookup, { nit: reserved('status-400').nit }, metered),
]);

const empty = query(cuiNit, { nit: reserved('empty').nit }, metered);

/**
 * The balance pays exactly its number of queries: after any number of failures, and when more than
 * that are asked at once. Charging failures or charging twice pays fewer, not charging pays more.
 * An answer without content is one of the paid ones.
 */
function meteredBalance(queries: number): Check {
  const atOnce = Array.from({ length: queries - 1 + EXCESS }, (_, n) =>
    atMetered(cuiNit, `query ${n}`),
  );
  return story({
    title: `a balance for ${queries} pays ${queries}, failures are free, the catalogs share it`,
    covers: [
      'limits.rule-7.charged',
      'limits.rule-7.only-success',
      'limits.rule-7.zero-balance',
      'errors.rule-2',
      'errors.rule-4',
      'money.concurrent',
      'money.conditions',
      'money.registries-free',
      'service.catalogs-share',
    ],
    needs: ['sandbox'],
    stages: [
      { kind: 'one-by-one', asks: [...free, empty] },
      { kind: 'together', asks: atOnce },
      { kind: 'one-by-one', asks: catalogs.map((lookup) => atMetered(lookup, 'afterwards')) },
      {
        kind: 'one-by-one',
        asks: registries.map((lookup) => ask(lookup, lookup.question(somebody), metered)),
      },
    ],
    holds: (_, [, paid = [], refused = [], registered = []]) => [
      ...howManyPaid(paid, queries - 1),
      ...refused.flatMap(noBalance),
      ...registered
        .flatMap(status(200))
        .map((found): Finding => ({ ...found, clauses: ['money.registries-free'] })),
    ],
  });
}

function howManyPaid(replies: readonly Reply[], queries: number): Finding[] {
  const [first] = replies;
  const paid = replies.filter((reply) => reply.status === 200);
  const others = replies.filter((reply) => reply.status !== 200 && reply.status !== 402);
  const wrong = others.map((reply) => finding(reply, 'status', '200 or 402', cameInstead(reply)));
  if (first === undefined || paid.length === queries) return wrong;
  const asked = `200 out of ${replies.length} at once`;
  return [
    ...wrong,
    finding(first, 'answers', `${queries} × ${asked}`, `${paid.length} × ${asked}`),
  ];
}

export function balanceChecks(meteredQueries: number): Check[] {
  return [...catalogs.flatMap(withoutBalance), meteredBalance(meteredQueries)];
}
