import { describe, expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import type { TestIntegrationOptions } from '@/testing/integration';
import { randomLetters } from '@/testing/random';
import {
  countByState,
  INTEGRATION_COLUMNS,
  type IntegrationColumn,
  type IntegrationState,
  listByUse,
} from './integrations';

const { db, sql, newIntegration } = sharedDatabase();

interface Plan extends TestIntegrationOptions {
  /** By how many days ago. */
  readonly days?: Readonly<Record<number, { readonly queries: number; readonly charged?: number }>>;
  readonly suspended?: boolean;
  readonly lowBalance?: number;
  readonly ageDays?: number;
}

/** Integrations of one test, marked by a part of their names. */
class Integrations {
  readonly part = `o${randomLetters()}`;

  async add(name: string, { days = {}, suspended, lowBalance, ageDays = 100, ...made }: Plan = {}) {
    const { id } = await newIntegration(made);
    await sql`
      UPDATE integrations SET nombre = ${`${name}-${this.part}`},
        created_at = now() - make_interval(days => ${ageDays}::int),
        low_balance = ${lowBalance ?? null},
        suspended_at = CASE WHEN ${suspended ?? false} THEN now() END
      WHERE id = ${id}`;
    for (const [daysAgo, { queries, charged = 0 }] of Object.entries(days)) {
      await sql`
        INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
        SELECT ${id}::int, day, 'omisos', ${queries}::int, ${charged}, day + interval '1 second'
        FROM (SELECT guatemala_day(now()) - make_interval(days => ${Number(daysAgo)}::int) AS day) d`;
    }
    return id;
  }

  async list(
    column: IntegrationColumn = 'nombre',
    direction: 'asc' | 'desc' = 'asc',
    state?: IntegrationState,
  ) {
    const sort = { column, direction };
    const rows = await listByUse(
      db,
      { part: this.part.toUpperCase(), state },
      { sort, limit: 100, offset: 0 },
    );
    return rows.map((row) => ({ ...row, name: row.nombre.split('-')[0] }));
  }

  async names(...given: Parameters<Integrations['list']>): Promise<(string | undefined)[]> {
    return (await this.list(...given)).map(({ name }) => name);
  }
}

describe('the list of integrations', () => {
  it('tells what is available, how long it lasts, and what was asked in seven days', async () => {
    const integrations = new Integrations();
    const used = await integrations.add('used', {
      saldo: 1_000n,
      days: {
        0: { queries: 3, charged: 100 },
        6: { queries: 4, charged: 400 },
        7: { queries: 100, charged: 300 },
        8: { queries: 1_000, charged: 100_000 },
      },
    });
    await sql`UPDATE accounts SET reservado = 200 WHERE integration_id = ${used}`;
    await sql`
      INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending,
        responsible, status, latency, queries, charged, last_at)
      VALUES (date_trunc('hour', now(), 'UTC'), ${used}, 1, 'omisos', 'found', 'nobody', 200, 3, 2, 0, now())`;
    const [row] = await integrations.list();
    // 800 charged over 7 to 8 days: from 100 a day to 114.
    expect(row).toMatchObject({ id: used, available: 800n, queries: 9, isLow: false });
    expect([7, 8]).toContain(row?.runwayDays);
    const [{ at } = { at: null }] = await sql<{ at: Date }[]>`
      SELECT max(last_at) AS at FROM pending_counts WHERE integration_id = ${used}`;
    expect(row?.lastQueryAt).toEqual(at);
  });

  it('has no runway without charges, none without balance, and an old last query', async () => {
    const integrations = new Integrations();
    await integrations.add('free', { days: { 1: { queries: 5 } } });
    await integrations.add('never', { saldo: 0n });
    await integrations.add('old', { days: { 50: { queries: 2, charged: 9 }, 60: { queries: 7 } } });
    await integrations.add('spent', { saldo: 0n, days: { 2: { queries: 1, charged: 500 } } });
    const rows = await integrations.list();
    const [day50] = await sql<{ at: Date }[]>`
      SELECT guatemala_day(now()) - interval '50 days' + interval '1 second' AS at`;
    expect(
      rows.map(({ name, runwayDays, isLow, queries }) => [name, runwayDays, isLow, queries]),
    ).toEqual([
      ['free', null, false, 5],
      ['never', null, false, 0],
      ['old', null, false, 0],
      ['spent', 0, true, 1],
    ]);
    expect(rows.map(({ lastQueryAt }) => lastQueryAt !== null)).toEqual([true, false, true, true]);
    expect(rows[2]?.lastQueryAt).toEqual(day50?.at);
  });

  it('finds those that their cap blocks, and divides the balance by what a cap leaves for a day', async () => {
    const integrations = new Integrations();
    const used = { saldo: 10_000n, tarifa: 10n, days: { 0: { queries: 1, charged: 8_000 } } };
    const ids = {
      free: await integrations.add('free', { ...used, ageDays: 0 }),
      open: await integrations.add('open', { ...used, ageDays: 0 }),
      day: await integrations.add('day', { ...used, ageDays: 0 }),
      month: await integrations.add('month', { ...used, ageDays: 0 }),
    };
    await sql`UPDATE accounts SET spent_on = guatemala_date(now()), spent_day = 91, spent_month = 991
      WHERE integration_id = ANY(${Object.values(ids)})`;
    await sql`UPDATE integrations SET cap_day = CASE id WHEN ${ids.open} THEN 101 WHEN ${ids.day} THEN 100 END,
      cap_month = CASE id WHEN ${ids.month} THEN 1000 END WHERE id = ANY(${Object.values(ids)})`;
    expect(await integrations.names('nombre', 'asc', 'capped')).toEqual(['day', 'month']);
    const rows = await integrations.list();
    expect(rows.map(({ name, runwayDays }) => [name, runwayDays])).toEqual([
      ['day', 100],
      ['free', 1],
      ['month', 312],
      ['open', 99],
    ]);
  });

  it('counts as low what lasts under a week or is under its threshold, unless suspended', async () => {
    const integrations = new Integrations();
    const perDay = (charged: number) => ({ days: { 0: { queries: 1, charged } }, ageDays: 0 });
    await integrations.add('six', { saldo: 699n, ...perDay(100) });
    await integrations.add('seven', { saldo: 700n, ...perDay(100) });
    await integrations.add('below', { saldo: 99n, lowBalance: 100 });
    await integrations.add('at', { saldo: 100n, lowBalance: 100, flags: [] });
    await integrations.add('suspended', {
      saldo: 1n,
      lowBalance: 100,
      suspended: true,
      ...perDay(100),
    });
    expect(await integrations.names('nombre', 'asc', 'low')).toEqual(['below', 'six']);
    expect(await integrations.names('nombre', 'asc', 'suspended')).toEqual(['suspended']);
    expect(await integrations.names('nombre', 'asc', 'active')).toEqual([
      'at',
      'below',
      'seven',
      'six',
    ]);
    expect(await countByState(db, integrations.part)).toEqual({
      all: 5,
      active: 4,
      suspended: 1,
      capped: 0,
      low: 2,
      // All but `at`, which has no catalog enabled and was not charged.
      exhausted: 4,
    });
    expect(await countByState(db, 'no such name')).toEqual({
      all: 0,
      active: 0,
      suspended: 0,
      capped: 0,
      low: 0,
      exhausted: 0,
    });
  });

  it('is ordered by each column, both ways, with what has no value last', async () => {
    const integrations = new Integrations();
    await integrations.add('a', {
      saldo: 500n,
      days: { 0: { queries: 2, charged: 10 } },
      ageDays: 0,
    });
    await integrations.add('b', {
      saldo: 100n,
      days: { 1: { queries: 1, charged: 10 } },
      ageDays: 0,
    });
    await integrations.add('c', { saldo: 300n });
    const expected: Record<IntegrationColumn, [string, string]> = {
      nombre: ['abc', 'cba'],
      available: ['bca', 'acb'],
      runway: ['bac', 'abc'],
      queries: ['cba', 'abc'],
      last: ['bac', 'abc'],
    };
    for (const column of INTEGRATION_COLUMNS) {
      const [up, down] = expected[column];
      expect((await integrations.names(column, 'asc')).join(''), column).toBe(up);
      expect((await integrations.names(column, 'desc')).join(''), column).toBe(down);
    }
  });

  it('shows each integration on one page and only one, also where many are equal', async () => {
    const integrations = new Integrations();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await integrations.add(name);
    const pages: string[] = [];
    for (const offset of [0, 2, 4]) {
      const rows = await listByUse(
        db,
        { part: integrations.part },
        { sort: { column: 'available', direction: 'desc' }, limit: 2, offset },
      );
      pages.push(rows.map(({ nombre }) => nombre.split('-')[0]).join(''));
    }
    expect(pages).toEqual(['ed', 'cb', 'a']);
  });
});
