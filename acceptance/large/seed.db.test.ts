import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { DAY_MS } from '@/lib/base/time/time';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { LOOKUPS } from '@/lib/contract/lookups';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { ownDatabase } from '@/testing/database';
import { seedLarge } from './seed';

const SECRET = 'only-for-tests-0123456789-0123456789';
const vault = new IdentifierVault([SECRET]);
const options = { records: 5_000, integrations: 20, months: 5, ledger: 7_000, identifiersDays: 90 };

const { databaseUrl, newIntegration } = await ownDatabase();
const url = ownerUrlOf(databaseUrl);
const db = connectDatabase(url, { max: 1, statementTimeoutMs: 60_000 });

describe('a database filled with plausible data', () => {
  beforeAll(async () => {
    // An account that has been topped up already.
    await newIntegration({ saldo: 10_000n });
    await seedLarge(url, SECRET, options);
  });
  afterAll(() => db.$client.end({ timeout: 5 }));

  it('keeps every rule of the money, with as many ledger entries as were asked for', async () => {
    const { integrations, ledger, records } = options;
    const checked = { integrations: integrations + 1, entries: ledger + 1, records };
    expect(await verifyLedger(db)).toEqual({ checked, problems: [] });
  });

  it('counts every record by the hour and by the day', async () => {
    const counted = await db.execute(sql`
      SELECT grain, sum(queries)::int AS queries FROM counted_queries
      WHERE integration_id = 0 GROUP BY 1 ORDER BY 1`);
    expect(counted).toEqual([
      { grain: 'day', queries: options.records },
      { grain: 'hour', queries: options.records },
    ]);
  });

  it('seals identifiers that open and are found by what they say', async () => {
    const records = await db.execute<{ id: string; lookup: string; identifiers: Buffer }>(
      sql`SELECT DISTINCT ON (lookup) id, lookup, identifiers FROM query_records
        WHERE identifiers IS NOT NULL ORDER BY lookup, id`,
    );
    expect(records.map(({ lookup }) => lookup).sort()).toEqual([...LOOKUPS].sort());
    for (const { id, identifiers } of records) {
      const [value = ''] = Object.values(vault.open(identifiers, id) ?? {}).flat();
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
    await expect(seedLarge(url, SECRET, options)).rejects.toThrow('has query records already');
  });
});
