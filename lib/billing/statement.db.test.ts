import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { queryOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { everything } from '@/testing/scope';
import { chargesByLookup } from './charges';
import { type ChargesLine, condensedStatement, isEntry } from './condensed-statement';
import {
  LEDGER_KINDS,
  type LedgerKind,
  ledgerStatement,
  type StatementTotals,
  statementTotals,
} from './statement';
import { topUp } from './top-up';

const { db, sql, newIntegration, act } = sharedDatabase();

interface Line {
  readonly kind: LedgerKind;
  readonly amount: bigint;
  /** Since the line before. */
  readonly afterMs: number;
}

const START = Date.UTC(2026, 0, 1);
/** Runs of each property. */
const RUNS = everything ? 60 : 20;
const amountOf: Readonly<Record<LedgerKind, fc.Arbitrary<bigint>>> = {
  recarga: fc.bigInt(1n, 50_000n),
  cobro: fc.bigInt(-5_000n, 0n),
  ajuste: fc.constantFrom(-700n, 700n),
  devolucion: fc.bigInt(1n, 5_000n),
};
const line: fc.Arbitrary<Line> = fc
  .oneof(
    { weight: 5, arbitrary: fc.constant<LedgerKind>('cobro') },
    { weight: 3, arbitrary: fc.constantFrom(...LEDGER_KINDS) },
  )
  .chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      amount: amountOf[kind],
      afterMs: fc.constantFrom(0, 1, 3_600_000),
    }),
  );
const HOURS = 30;
/** Hours since the start; some before the first line and some after the last. */
const end = fc.option(fc.integer({ min: -1, max: HOURS + 1 }), { nil: undefined });

/** Writes a ledger as it might have become, whatever the hour it is now. */
async function ledgerOf(lines: readonly Line[]): Promise<number> {
  const { id } = await newIntegration({ saldo: 0n });
  await sql.begin((tx) => writeLedger(tx, id, [FIRST, ...lines]));
  return id;
}

async function writeLedger(
  tx: TransactionSql<{ bigint: bigint }>,
  id: number,
  lines: readonly Line[],
) {
  let [saldo, at, seq] = [0n, START, 0n];
  for (const { kind, amount, afterMs } of lines) {
    saldo += amount;
    at += afterMs;
    seq += 1n;
    const asked = kind === 'cobro' || kind === 'devolucion';
    await tx`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      VALUES (${id}, ${seq}, ${kind}, ${amount}, ${saldo}, ${asked ? queryOf(id).queryId : null},
        ${asked ? new Date(at) : null}, 'tests', ${new Date(at)})`;
  }
  await tx`UPDATE accounts SET saldo = ${saldo}, ledger_seq = ${seq} WHERE integration_id = ${id}`;
}

/** Enough for whatever follows. */
const FIRST: Line = { kind: 'recarga', amount: 1_000_000n, afterMs: 0 };

function period(fromHour: number | undefined, toHour: number | undefined) {
  const at = (hour: number | undefined) =>
    hour === undefined ? undefined : new Date(START + hour * 3_600_000);
  return { from: at(fromHour), to: at(toHour) };
}

/** Expected totals: a plain sum over the rows. */
async function summed(id: number, from: Date | undefined, to: Date | undefined) {
  const [start, stop] = [from ?? new Date(0), to ?? new Date(START * 2)];
  const rows = await sql<{ kind: LedgerKind; amount: bigint; count: number }[]>`
    SELECT kind, sum(amount)::bigint AS amount, count(*)::int AS count FROM ledger_entries
    WHERE integration_id = ${id} AND created_at >= ${start} AND created_at < ${stop} GROUP BY 1`;
  const [before] = await sql<{ opening: bigint }[]>`
    SELECT coalesce(sum(amount), 0)::bigint AS opening FROM ledger_entries
    WHERE integration_id = ${id} AND created_at < ${start}`;
  const kinds = LEDGER_KINDS.map((kind) => {
    const { amount = 0n, count = 0 } = rows.find((row) => row.kind === kind) ?? {};
    return [kind, { amount, count }] as const;
  });
  const opening = before?.opening ?? 0n;
  return {
    opening,
    closing: kinds.reduce((sum, [, { amount }]) => sum + amount, opening),
    count: kinds.reduce((sum, [, { count }]) => sum + count, 0),
    byKind: Object.fromEntries(kinds),
  };
}

type Period = ReturnType<typeof period>;

/** Checks periods of ledgers, forwards where one has two ends. */
async function inEveryPeriod(
  check: (id: number, cut: Period, totals: StatementTotals) => Promise<void>,
  examples: [Line[], [number | undefined, number | undefined]][] = [],
) {
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: HOURS }),
    fc.tuple(end, end),
    async (lines, [one, other]) => {
      const id = await ledgerOf(lines);
      const isBackwards = one !== undefined && other !== undefined && one > other;
      const cut = isBackwards ? period(other, one) : period(one, other);
      await check(id, cut, await statementTotals(db, id, cut));
    },
  );
  await fc.assert(property, { numRuns: RUNS, examples });
}

describe('the totals of a statement', () => {
  it('are those of a plain sum over its rows, for every period', () =>
    inEveryPeriod(async (id, { from, to }, { openingSeq, closingSeq, ...totals }) => {
      expect(totals).toEqual(await summed(id, from, to));
      const rows = await ledgerStatement(db, id, { from, to, limit: 100 });
      expect(rows).toHaveLength(totals.count);
      expect(rows.at(0)?.seq ?? openingSeq).toBe(closingSeq);
    }));

  it('agree with the lines although the clock was set back', async () => {
    const id = await ledgerOf([
      { kind: 'cobro', amount: -10n, afterMs: 10_000 },
      { kind: 'cobro', amount: -20n, afterMs: -5_000 },
      { kind: 'cobro', amount: -40n, afterMs: 7_000 },
    ]);
    for (let second = -1; second <= 13; second += 1) {
      for (const to of [undefined, new Date(START + 11_000)]) {
        const cut = { from: new Date(START + second * 1_000), to };
        const totals = await statementTotals(db, id, cut);
        const rows = await ledgerStatement(db, id, { ...cut, limit: 10 });
        const sum = rows.reduce((total, { amount }) => total + amount, 0n);
        expect(totals.count).toBe(rows.length);
        expect(totals.closing - totals.opening).toBe(sum);
      }
    }
  });
});

it('charges by lookup and tariff add up to those of the statement, for every period', () =>
  inEveryPeriod(async (id, _cut, totals) => {
    const rows = await chargesByLookup(db, id, totals);
    const { cobro, devolucion } = totals.byKind;
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(
      -cobro.amount - devolucion.amount,
    );
    expect(rows.reduce((sum, { charges }) => sum + charges, 0)).toBe(cobro.count);
    expect(rows.reduce((sum, { refunds }) => sum + refunds, 0)).toBe(devolucion.count);
    for (const { tariff, charges, refunds, amount } of rows) {
      expect(amount).toBe(tariff * BigInt(charges - refunds));
    }
  }));

const CHARGE: Line = { kind: 'cobro', amount: -1n, afterMs: 3_600_000 };

it('a condensed statement sums every charge once, by day, and each line continues the balance', () =>
  inEveryPeriod(
    async (id, cut, totals) => {
      const condensed = await condensedStatement(db, id, totals);
      let balance = totals.opening;
      for (const { amount, balanceAfter } of condensed) {
        balance += amount;
        expect(balanceAfter).toBe(balance);
      }
      expect(balance).toBe(totals.closing);
      const charges = condensed.filter((each): each is ChargesLine => !isEntry(each));
      const days = charges.map(({ day }) => day);
      expect(days).toEqual(days.toSorted());
      const perDay = await sql<{ day: string; count: number; amount: bigint }[]>`
        SELECT to_char(created_at AT TIME ZONE interval '-06:00', 'YYYY-MM-DD') AS day,
          count(*)::int AS count, sum(amount)::bigint AS amount
        FROM ledger_entries WHERE integration_id = ${id} AND kind = 'cobro'
          AND seq > ${totals.openingSeq} AND seq <= ${totals.closingSeq}
        GROUP BY 1 ORDER BY 1`;
      expect(byDay(charges)).toEqual(perDay.map((row) => ({ ...row })));
      const kinds: readonly LedgerKind[] = ['recarga', 'ajuste', 'devolucion'];
      const entries = await ledgerStatement(db, id, { ...cut, kinds, after: 0n, limit: 100 });
      expect(condensed.filter(isEntry)).toEqual(entries);
    },
    // A period that ends before the day of its last charge does.
    [
      [
        [CHARGE, CHARGE],
        [undefined, 2],
      ],
    ],
  ));

function byDay(charges: readonly ChargesLine[]) {
  const days = new Map<string, { count: number; amount: bigint }>();
  for (const { day, count, amount } of charges) {
    const sum = days.get(day) ?? { count: 0, amount: 0n };
    days.set(day, { count: sum.count + count, amount: sum.amount + amount });
  }
  return [...days].map(([day, sum]) => ({ day, ...sum }));
}

describe('the lines of a statement', () => {
  it('come in pages that leave nothing out, in both directions, while entries are added', async () => {
    const { id, nombre } = await newIntegration({ saldo: 0n });
    const add = () => act(topUp, { nombre, amount: 1n });
    for (let n = 0; n < 7; n += 1) await add();
    const newest: bigint[] = [];
    for (let before: bigint | undefined; ; await add()) {
      const page = await ledgerStatement(db, id, { before, limit: 3 });
      newest.push(...page.map(({ seq }) => seq));
      before = page.at(-1)?.seq;
      if (page.length < 3) break;
    }
    expect(newest).toEqual([7n, 6n, 5n, 4n, 3n, 2n, 1n]);
    const oldest: bigint[] = [];
    for (let after = 0n; ; ) {
      const page = await ledgerStatement(db, id, { after, before: 8n, limit: 3 });
      oldest.push(...page.map(({ seq }) => seq));
      after = page.at(-1)?.seq ?? after;
      if (page.length < 3) break;
    }
    expect(oldest).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n]);
  });

  it.each([
    { kinds: ['recarga', 'ajuste'], seqs: [4n, 3n, 1n] },
    { kinds: ['cobro'], seqs: [2n] },
    { kinds: ['cobro', 'devolucion'], seqs: [5n, 2n] },
    { kinds: [], seqs: [5n, 4n, 3n, 2n, 1n] },
  ] as const)('are of the kinds asked for: $kinds', async ({ kinds, seqs }) => {
    const id = await ledgerOf([
      { kind: 'cobro', amount: -5n, afterMs: 1 },
      { kind: 'ajuste', amount: -5n, afterMs: 1 },
      { kind: 'recarga', amount: 5n, afterMs: 1 },
      { kind: 'devolucion', amount: 5n, afterMs: 1 },
    ]);
    const rows = await ledgerStatement(db, id, { kinds, limit: 10 });
    expect(rows.map(({ seq }) => seq)).toEqual(seqs);
  });
});
