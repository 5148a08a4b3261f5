import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import postgres from 'postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { problemsOf, settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { copyMigrations } from '@/testing/migrations';
import { asOwner, createTestDatabase, migrateTestDatabase } from '@/testing/postgres';
import { withConnection } from './client';
import { durabilityProblems } from './durability';
import { ownerUrlOf } from './embedded';
import { migrateDatabase } from './migrate';
import { schemaState, WITHOUT_TRANSACTION } from './migrations';

it('applies each migration once when five instances start together on an empty database', async () => {
  const name = `migrate_${randomBytes(4).toString('hex')}`;
  const url = await createTestDatabase(inject('databaseUrl'), name);
  await Promise.all(Array.from({ length: 5 }, () => migrateTestDatabase(url)));
  const client = postgres(url, { max: 1 });
  const [journal] = await client`
    SELECT count(*)::int AS applied, count(DISTINCT hash)::int AS distinct
    FROM drizzle.__drizzle_migrations`;
  const partitions = await client<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'query_records'::regclass ORDER BY 1`;
  const [again] = await client`SELECT ensure_query_record_partitions(3) AS created`;
  await client.end();
  expect(journal?.applied).toBeGreaterThan(0);
  expect(journal?.applied).toBe(journal?.distinct);
  expect(partitions.map((partition) => partition.name)).toEqual(monthsAhead(3));
  expect(again).toEqual({ created: 0 });
});

async function migrationsWith(source: string): Promise<string> {
  const folder = await copyMigrations(source);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Resolves when the migration reports that it waits. */
function waiting() {
  let report = (_line: string) => {};
  const seen = new Promise<string>((resolve) => {
    report = (line) => void (line.startsWith('waiting') && resolve(line));
  });
  return { seen, report };
}

const { databaseUrl, db, sql, settle, holdOf, newIntegration } = await ownDatabase();

describe('a migration beside running queries', () => {
  const owner = ownerUrlOf(databaseUrl);
  const ADD_COLUMN = 'ALTER TABLE accounts ADD COLUMN added_later integer';
  const addedColumns = () => sql`
    SELECT FROM pg_attribute WHERE attrelid = 'accounts'::regclass AND attname = 'added_later'`;

  /** Reads a table of the hot path in a transaction that stays open. */
  async function openReader() {
    const reader = postgres(databaseUrl, { max: 1 });
    const transaction = await reader.reserve();
    await transaction`BEGIN`;
    await transaction`SELECT count(*) FROM accounts`;
    return {
      end: async () => {
        await transaction`COMMIT`;
        transaction.release();
        await reader.end();
      },
    };
  }

  /** Runs queries one after another and returns the longest time that one took. */
  async function runQueries(count: number): Promise<number> {
    const { id } = await newIntegration();
    let longestMs = 0;
    for (let query = 0; query < count; query += 1) {
      const startedAt = performance.now();
      const hold = await holdOf(id);
      expect(await settle(settlementOf(hold))).toBe('settled');
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
    expect(await problemsOf(db, id)).toEqual([]);
    return longestMs;
  }

  it('yields to them while a reader keeps it from its lock, and ends after the reader', async () => {
    const folder = await migrationsWith(ADD_COLUMN);
    const reader = await openReader();
    const { seen, report } = waiting();
    const migrated = migrateDatabase(owner, { databaseUrl, folder, report });
    expect(await seen).toBe('waiting for a lock: 9999_added');
    // Each of them may meet the migration once in reserve and once in settle.
    expect(await runQueries(100)).toBeLessThan(1_000);
    expect(await addedColumns()).toHaveLength(0);
    await reader.end();
    expect(await migrated).toEqual(['9999_added']);
    expect(await addedColumns()).toHaveLength(1);
    expect(await runQueries(10)).toBeLessThan(1_000);
    expect(await withConnection(databaseUrl, schemaState)).toBe('newer');
    // A migration by the release after the next one, and then again by this one.
    await asOwner(databaseUrl, `INSERT INTO drizzle.supported_builds VALUES (${Date.now() * 2})`);
    await migrateDatabase(owner, { databaseUrl });
    expect(await withConnection(databaseUrl, schemaState)).toBe('unsupported');
    await asOwner(databaseUrl, `DELETE FROM drizzle.supported_builds WHERE since > ${Date.now()}`);
    await asOwner(
      databaseUrl,
      'ALTER TABLE accounts DROP COLUMN added_later',
      'DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)',
    );
    expect(await withConnection(databaseUrl, schemaState)).toBe('current');
  });

  it('gives up when its time is over, or when it is aborted, and leaves nothing behind', async () => {
    const folder = await migrationsWith(ADD_COLUMN);
    const reader = await openReader();
    const late = migrateDatabase(owner, { databaseUrl, folder, patienceMs: 0 });
    await expect(late).rejects.toMatchObject({ code: '55P03' });
    const stop = new AbortController();
    const { seen, report } = waiting();
    const stopped = migrateDatabase(owner, { databaseUrl, folder, report, signal: stop.signal });
    await seen;
    stop.abort(new Error('Stopped.'));
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await withConnection(databaseUrl, schemaState)).toBe('current');
    await reader.end();
    expect(await addedColumns()).toHaveLength(0);
  });

  it('runs statements outside a transaction, and again after they failed half-way', async () => {
    const index = 'CREATE UNIQUE INDEX CONCURRENTLY accounts_tariff_once ON accounts (tarifa)';
    const folder = await migrationsWith(
      [
        WITHOUT_TRANSACTION,
        'DROP INDEX CONCURRENTLY IF EXISTS accounts_tariff_once;',
        '--> statement-breakpoint',
        index,
      ].join('\n'),
    );
    const one = await newIntegration({ tarifa: 77n });
    await newIntegration({ tarifa: 77n });
    const failed = migrateDatabase(owner, { databaseUrl, folder });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    const state = () => sql`
      SELECT indisvalid AS valid FROM pg_index
      WHERE indexrelid = to_regclass('accounts_tariff_once')`;
    expect([...(await state())]).toEqual([{ valid: false }]);
    await asOwner(
      databaseUrl,
      `UPDATE accounts SET tarifa = 1000 + integration_id WHERE integration_id <> ${one.id}`,
    );
    expect(await migrateDatabase(owner, { databaseUrl, folder })).toEqual(['9999_added']);
    expect([...(await state())]).toEqual([{ valid: true }]);
  });

  it('builds an index for each month of records, which that of the whole table adopts', async () => {
    const folder = await migrationsWith(
      [
        WITHOUT_TRANSACTION,
        '-- run each row',
        `SELECT format('CREATE INDEX CONCURRENTLY %I ON %I (settled_at)', relname || '_built', relname)
          FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'query_records'::regclass;`,
        '--> statement-breakpoint',
        'CREATE INDEX of_all_months ON query_records (settled_at)',
      ].join('\n'),
    );
    expect(await migrateDatabase(owner, { databaseUrl, folder })).toEqual(['9999_added']);
    const adopted = await sql<{ name: string }[]>`
      SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = 'of_all_months'::regclass ORDER BY 1`;
    const built = monthsAhead(3).map((month) => `${month}_built`);
    expect(adopted.map(({ name }) => name)).toEqual(expect.arrayContaining(built));
    expect(adopted.every(({ name }) => name.endsWith('_built'))).toBe(true);
    await asOwner(databaseUrl, 'DROP INDEX of_all_months');
  });

  it('cancels a statement that is under way on the server when it is aborted', async () => {
    const folder = await migrationsWith(`${WITHOUT_TRANSACTION}\nSELECT pg_sleep(600)`);
    const stop = new AbortController();
    const stopped = migrateDatabase(owner, { databaseUrl, folder, signal: stop.signal });
    const sleeping = () =>
      withConnection(owner, async (client) => {
        const rows = await client`
          SELECT FROM pg_stat_activity
          WHERE wait_event = 'PgSleep' AND datname = current_database()`;
        return rows.count;
      });
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(1);
    stop.abort(new Error('Stopped.'));
    await expect(stopped).rejects.toThrow('Stopped.');
    expect(await sleeping()).toBe(0);
  });
});

it('finds nothing to object to in a server with the settings it comes with', async () => {
  expect(await withConnection(inject('databaseUrl'), durabilityProblems)).toEqual([]);
});

/** Names of the partitions of this month and of those after it. */
function monthsAhead(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count + 1 }, (_, ahead) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
    return `query_records_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  });
}
