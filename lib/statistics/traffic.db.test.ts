import { describe, expect, it } from 'vitest';
import type { PeriodOf } from '@/lib/base/time/periods';
import { sharedDatabase } from '@/testing/database';
import { plantRecords, recordOf } from '@/testing/records';
import { chartPeriod } from './chart-periods';
import { readTotals } from './traffic';

const { db, sql, newIntegration } = sharedDatabase();

/** A row of `query_counts` for one hour or day. */
interface Counted {
  readonly grain: 'hour' | 'day';
  readonly start: string;
  readonly queries: number;
  readonly charged?: number;
}

async function count(integrationId: number, rows: readonly Counted[]): Promise<void> {
  for (const { grain, start, queries, charged = 0 } of rows) {
    await sql`
      INSERT INTO query_counts (grain, integration_id, start, lookup, ending, responsible,
        status, latency, queries, charged)
      VALUES (${grain}, ${integrationId}, ${start}, 'cui-nit', 'found', 'nobody', 200, 13, ${queries},
        ${charged})`;
  }
}

/** Ids of integrations that are not made: counts need none. */
let nextId = 1_800_000_000;

async function totals(rows: readonly Counted[], name: PeriodOf<'overview'>, now: string) {
  nextId += 1;
  await count(nextId, rows);
  const { slices } = chartPeriod(name, new Date(now));
  return (await readTotals(db, slices, nextId)).total;
}

describe('the queries of a period', () => {
  it('of an hour that has passed belong to it alone, and the hour in progress is not compared', async () => {
    const rows = [
      { grain: 'hour', start: '2026-03-03T14:00:00Z', queries: 1_000 },
      { grain: 'hour', start: '2026-03-03T15:00:00Z', queries: 100, charged: 40 },
      { grain: 'hour', start: '2026-03-04T14:00:00Z', queries: 40, charged: 7 },
      { grain: 'hour', start: '2026-03-10T15:00:00Z', queries: 10 },
      { grain: 'hour', start: '2026-03-11T14:00:00Z', queries: 1 },
    ] as const;
    expect(await totals(rows, '24h', '2026-03-11T14:15:00Z')).toMatchObject({
      now: { queries: 11, charged: 0n },
      whole: { queries: 10 },
      before: { queries: 100, charged: 40n },
    });
  });

  it('of days are days of Guatemala, and a day that goes on is compared by its hours', async () => {
    const rows = [
      { grain: 'day', start: '2026-03-03T06:00:00Z', queries: 1_000 },
      { grain: 'day', start: '2026-03-04T06:00:00Z', queries: 500 },
      { grain: 'hour', start: '2026-03-04T13:00:00Z', queries: 30 },
      { grain: 'hour', start: '2026-03-04T14:00:00Z', queries: 20 },
      { grain: 'hour', start: '2026-03-04T15:00:00Z', queries: 450 },
      { grain: 'day', start: '2026-03-05T06:00:00Z', queries: 7 },
      { grain: 'day', start: '2026-03-11T06:00:00Z', queries: 3 },
      { grain: 'hour', start: '2026-03-11T14:00:00Z', queries: 3 },
    ] as const;
    expect(await totals(rows, '7d', '2026-03-11T14:30:00Z')).toMatchObject({
      now: { queries: 10, successShare: 1 },
      whole: { queries: 7 },
      before: { queries: 1_030 },
    });
  });
});

describe('the percentiles of a period', () => {
  const now = new Date('2026-05-06T14:30:00Z');
  const { slices } = chartPeriod('24h', now);

  it('are those of its records, as long as these are fewer than a thousand and all there', async () => {
    const { id } = await newIntegration();
    const durations = [...Array.from({ length: 40 }, (_, n) => 100 + n), 10_010, 10_011, 10_012];
    const records = durations.map((durationMs, n) =>
      recordOf({ integrationId: id, durationMs, createdAt: new Date(now.getTime() - n * 1_000) }),
    );
    await plantRecords(sql, records);
    const { total } = await readTotals(db, slices, id);
    expect(total.now).toMatchObject({ p50Ms: 121, p95Ms: 10_010, p99Ms: 10_012, estimated: false });
    await count(id, [{ grain: 'hour', start: '2026-05-06T13:00:00Z', queries: 5 }]);
    expect((await readTotals(db, slices, id)).total.now.estimated).toBe(true);
  });
});
