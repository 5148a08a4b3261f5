import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { expect, inject, it } from 'vitest';
import { createTestDatabase, migrateTestDatabase } from '@/testing/postgres';
import { durabilityProblems } from './durability';
import { ownerUrlOf } from './embedded';

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

it('renames audit actions and leaves the audit log append-only', async () => {
  const name = `rename_${randomBytes(4).toString('hex')}`;
  const url = await createTestDatabase(inject('databaseUrl'), name);
  await migrateTestDatabase(url);
  const client = postgres(ownerUrlOf(url), { max: 1 });
  try {
    await client`INSERT INTO audit_log (actor, action, target) VALUES
      ('ana', 'integration.update', 'one'), ('ana', 'integration.describe', 'one')`;
    await client.begin((tx) =>
      tx.file(fileURLToPath(new URL('./migrations/0007_audit_action_names.sql', import.meta.url))),
    );
    const actions = await client`SELECT action FROM audit_log ORDER BY id`.values();
    expect(actions.flat()).toEqual(['integration.set', 'integration.describe']);
    const change = client`UPDATE audit_log SET actor = 'eva'`;
    await expect(change).rejects.toThrow('audit_log is append-only');
  } finally {
    await client.end();
  }
});

it('finds nothing to object to in a server with the settings it comes with', async () => {
  expect(await durabilityProblems(inject('databaseUrl'))).toEqual([]);
});

/** Names of the partitions of this month and of those after it. */
function monthsAhead(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count + 1 }, (_, ahead) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
    return `query_records_${month.toISOString().slice(0, 7).replace('-', '_')}`;
  });
}
