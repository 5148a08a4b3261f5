import { describe, expect, it } from 'vitest';
import { foldCounts } from '@/lib/statistics/fold';
import { LATENCY_BOUNDS_MS } from '@/lib/statistics/latency';
import { settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';

const { sql, settle, holdOf, newIntegration } = sharedDatabase();

/** Computes the expected counts from the records. */
function recorded(integrationId: number) {
  return sql`
    SELECT date_trunc('hour', created_at, 'UTC') AS start, lookup, ending,
      coalesce(status, 0)::int AS status, latency_bucket(duration_ms)::int AS latency,
      count(*)::int AS queries, sum(charged)::bigint AS charged
    FROM query_records WHERE integration_id = ${integrationId}
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;
}

function counted(integrationId: number, grain: 'hour' | 'day') {
  return sql`
    SELECT start, lookup, ending, status::int, latency::int, sum(queries)::int AS queries,
      sum(charged)::bigint AS charged
    FROM counted_queries WHERE integration_id = ${integrationId} AND grain = ${grain}
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`;
}

const endings = [
  { status: 200, ending: 'found', durationMs: 12 },
  { status: 200, ending: 'found', durationMs: 13 },
  { status: 404, ending: 'source_not_found', durationMs: 45_000 },
  {
    status: null,
    estado: 'interrumpida',
    ending: 'interrupted',
    responsible: 'ours',
    durationMs: null,
  },
] as const;

/** Asks with a credential that no other test has. */
async function query(integrationId: number, n: number): Promise<void> {
  const lookup = n % 3 === 0 ? 'renap' : 'cui-nit';
  const hold = await holdOf(integrationId, { lookup, credentialId: -integrationId });
  await settle(settlementOf(hold, endings[n % endings.length]));
}

describe('counts of queries', () => {
  it('are those of the records at every moment, while several instances fold them', async () => {
    const { id } = await newIntegration();
    const queries = Array.from({ length: 60 }, (_, n) => query(id, n));
    await Promise.all([...queries.slice(0, 30), foldCounts(sql), foldCounts(sql)]);
    expect(await counted(id, 'hour')).toEqual(await recorded(id));
    await Promise.all([...queries.slice(30), foldCounts(sql), foldCounts(sql)]);
    await foldCounts(sql);
    const expected = await recorded(id);
    expect(expected.length).toBeGreaterThan(4);
    expect(await counted(id, 'hour')).toEqual(expected);

    const days = await counted(id, 'day');
    expect(days.map(({ start }) => start.toISOString().slice(10))).toEqual(
      days.map(() => 'T06:00:00.000Z'),
    );
    const total = expected.reduce((sum, { queries: n }) => sum + n, 0);
    expect(days.reduce((sum, { queries: n }) => sum + n, 0)).toBe(total);
    const [byDay] = await sql`
      SELECT sum(queries)::int AS queries, sum(charged)::bigint AS charged, max(last_at) AS last_at
      FROM counted_integration_days WHERE integration_id = ${id}`;
    const [ofRecords] = await sql`
      SELECT count(*)::int AS queries, sum(charged)::bigint AS charged, max(created_at) AS last_at
      FROM query_records WHERE integration_id = ${id}`;
    expect(byDay).toEqual(ofRecords);
    const byToken = await sql`
      SELECT sum(queries)::int AS queries FROM counted_credential_days WHERE credential_id = ${-id}`;
    expect(byToken).toEqual([{ queries: total }]);
  });

  it('are classed by the bounds that percentiles are read with', async () => {
    const durations = [0, ...LATENCY_BOUNDS_MS.flatMap((bound) => [bound - 1, bound])];
    const rows = await sql<{ ms: number; latency: number }[]>`
      SELECT ms, latency_bucket(ms)::int AS latency FROM unnest(${durations}::int[]) AS d(ms)`;
    for (const { ms, latency } of rows) {
      expect(latency).toBe(LATENCY_BOUNDS_MS.filter((bound) => bound <= ms).length);
    }
    expect(await sql`SELECT latency_bucket(NULL)::int AS latency`).toEqual([{ latency: -1 }]);
  });
});
