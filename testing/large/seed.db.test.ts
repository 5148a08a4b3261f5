import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { HOURS_KEPT_DAYS } from '@/lib/statistics/forget';
import { ownDatabase } from '@/testing/database';
import { seedLarge } from './seed';

const vault = new IdentifierVault(['only-for-tests-0123456789-0123456789']);
const options = {
  ...{ records: 20_000, integrations: 40, months: 5, ledger: 30_000, identifiersDays: 90 },
};
const DAY_MS = 86_400_000;

const { databaseUrl: url } = await ownDatabase();
const db = connectDatabase(url, { max: 1, statementTimeoutMs: 60_000 });

describe('a database filled with plausible data', () => {
  beforeAll(() => seedLarge(url, vault, options));
  afterAll(() => db.$client.end({ timeout: 5 }));

  it('keeps every rule of the money, with as many ledger entries as were asked for', async () => {
    const report = await verifyLedger(db);
    const checked = { integrations: 40, entries: 30_000, records: 20_000 };
    expect(report).toEqual({ checked, problems: [] });
  });

  it('counts exactly what the records say, by the hour as long as that is kept', async () => {
    const hoursFrom = new Date(Date.now() - 180_000 - HOURS_KEPT_DAYS * DAY_MS);
    hoursFrom.setUTCMinutes(0, 0, 0);
    const facets = sql`lookup, outcome, status, latency`;
    const counted = sql`grain, integration_id, start, ${facets}, queries, charged`;
    const ofRecords = sql`
      SELECT g.grain, i.id AS integration_id,
        CASE g.grain WHEN 'day' THEN guatemala_day(created_at)
          ELSE date_trunc('hour', created_at, 'UTC') END AS start,
        lookup, outcome, coalesce(status, 0)::smallint AS status,
        latency_bucket(duration_ms) AS latency, count(*) AS queries, sum(charged) AS charged
      FROM query_records CROSS JOIN (VALUES ('hour'), ('day')) AS g(grain)
        CROSS JOIN LATERAL (VALUES (integration_id), (0)) AS i(id)
      WHERE g.grain = 'day' OR i.id = 0 OR date_trunc('hour', created_at, 'UTC') >= ${hoursFrom.toISOString()}
      GROUP BY 1, 2, 3, 4, 5, 6, 7`;
    expect(await differences(sql`SELECT ${counted} FROM counted_queries`, ofRecords)).toBe(0);
    const daysOfRecords = sql`
      SELECT integration_id, guatemala_day(created_at), lookup, count(*), sum(charged),
        max(created_at)
      FROM query_records GROUP BY 1, 2, 3`;
    const days = sql`SELECT integration_id, day, lookup, queries, charged, last_at
      FROM counted_integration_days`;
    expect(await differences(days, daysOfRecords)).toBe(0);
    const tokensOfRecords = sql`
      SELECT credential_id, guatemala_day(created_at), count(*), max(created_at)
      FROM query_records GROUP BY 1, 2`;
    const tokens = sql`SELECT credential_id, day, queries, last_at FROM counted_credential_days`;
    expect(await differences(tokens, tokensOfRecords)).toBe(0);
  });

  it('seals identifiers that open and are found by what they say', async () => {
    const records = await db.execute<{ id: string; lookup: string; identifiers: Buffer }>(
      sql`SELECT DISTINCT ON (lookup) id, lookup, identifiers FROM query_records
        WHERE identifiers IS NOT NULL ORDER BY lookup, id`,
    );
    expect(records.map(({ lookup }) => lookup)).toEqual([
      ...['cui-nit', 'omisos', 'renap', 'rtu', 'rtu-v2'],
    ]);
    for (const { id, identifiers } of records) {
      const [value = ''] = Object.values(vault.open(identifiers) ?? {}).flat();
      const key = String(vault.keysOf(value)[0]);
      const found = await db.execute<{ id: string }>(
        sql`SELECT id FROM query_records WHERE identifier_keys @> ARRAY[${key}::bigint]`,
      );
      expect(found.map((row) => row.id)).toContain(id);
    }
  });

  it('has forgotten what was asked longer ago than it is kept', async () => {
    const from = new Date(Date.now() - 180_000 - options.identifiersDays * DAY_MS).toISOString();
    const [row] = await db.execute(
      sql`SELECT count(*) FILTER (WHERE created_at < ${from} AND identifiers IS NULL
            AND identifier_keys = '{}') > 0 AS forgotten,
          count(*) FILTER (WHERE created_at < ${from}::timestamptz - interval '1 minute' AND identifiers IS NOT NULL)::int AS kept
        FROM query_records`,
    );
    expect(row).toEqual({ forgotten: true, kept: 0 });
  });

  it('refuses a database that has query records', async () => {
    await expect(seedLarge(url, vault, options)).rejects.toThrow('has query records already');
  });

  /** Rows that only one of the two statements gives. */
  async function differences(one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) {
    const [row] = await db.execute<{ rows: number }>(
      sql`WITH one AS (${one}), other AS (${other})
        SELECT count(*)::int AS rows FROM (
          (TABLE one EXCEPT ALL TABLE other) UNION ALL (TABLE other EXCEPT ALL TABLE one)) d`,
    );
    return row?.rows;
  }
});
