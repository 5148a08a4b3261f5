import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { ownDatabase } from '@/testing/database';
import { connectDatabase, withConnection } from './client';
import { ownerUrlOf } from './embedded';
import { schemaState } from './migrations';
import { OWNERS } from './owners';
import { isPrivileged } from './roles';

const { databaseUrl, db, newIntegration } = await ownDatabase();
const owner = connectDatabase(ownerUrlOf(databaseUrl), { max: 1 });
afterAll(() => owner.$client.end({ timeout: 5 }));
await db.execute(sql`INSERT INTO audit_heads (audit_id, link) VALUES (1, '')`);

const REFUSED = { code: '42501' };
const APPEND_ONLY = ['audit_log', 'audit_heads', 'ledger_entries', 'incident_updates'];
const PRESENT_MONTH = `query_records_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;

/** Changes of append-only tables, forbidden to the owner too. */
const CHANGES = APPEND_ONLY.flatMap((table) => [
  `UPDATE ${table} SET ${table === 'audit_heads' ? "link = ''" : "actor = 'x'"}`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`,
]);

/** Statements for the owner only. */
const OWNERS_RIGHTS = [
  ...APPEND_ONLY.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`),
  ...Object.keys(OWNERS).map((table) => `ALTER TABLE ${table} ADD COLUMN x int`),
  'TRUNCATE holds',
  'DROP TABLE holds',
  'CREATE TABLE x (n int)',
  'CREATE FUNCTION x() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'DELETE FROM drizzle.__drizzle_migrations',
  'SET session_replication_role = replica',
  'CREATE ROLE x SUPERUSER',
];

describe('the role of the app', () => {
  it.each([...CHANGES, ...OWNERS_RIGHTS])('may not: %s', async (statement) => {
    await newIntegration();
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject(REFUSED);
  });

  it('reads and adds rows of every table, and owns nothing', async () => {
    const rows = await db.execute<{ table: string; rights: string }>(sql`
      SELECT relname AS table, concat_ws(' ',
        CASE WHEN has_table_privilege(c.oid, 'SELECT') THEN 'select' END,
        CASE WHEN has_table_privilege(c.oid, 'INSERT') THEN 'insert' END,
        CASE WHEN has_table_privilege(c.oid, 'UPDATE') THEN 'update' END,
        CASE WHEN has_table_privilege(c.oid, 'DELETE') THEN 'delete' END) AS rights
      FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relname IN ${Object.keys(OWNERS)}
        AND NOT pg_has_role(relowner, 'MEMBER')`);
    const expected = Object.keys(OWNERS).map((table) => ({
      table,
      rights: APPEND_ONLY.includes(table) ? 'select insert' : 'select insert update delete',
    }));
    expect(rows).toHaveLength(expected.length);
    expect([...rows]).toEqual(expect.arrayContaining(expected));
    expect(await withConnection(databaseUrl, isPrivileged)).toBe(false);
    expect(await withConnection(databaseUrl, schemaState)).toBe('current');
  });

  it.each([PRESENT_MONTH, 'query_records', 'audit_log', 'query_records_2020_01; DROP TABLE holds'])(
    'may not drop %s through the function for months that have ended',
    async (name) => {
      const drop = db.execute(sql`SELECT drop_query_record_partition(${name}, now())`);
      await expect(drop).rejects.toMatchObject(REFUSED);
    },
  );
});

describe('the owner', () => {
  it.each(CHANGES)('may not: %s', async (statement) => {
    await newIntegration();
    await owner.execute(sql`
      WITH opened AS (INSERT INTO incidents (kind, title, lookups, impact)
        VALUES ('incident', 'x', '{rtu}', 'minor') RETURNING id)
      INSERT INTO incident_updates (incident_id, state, text, actor)
      SELECT id, 'investigating', 'x', 'x' FROM opened`);
    const change = owner.execute(sql.raw(statement));
    await expect(change).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('append-only'),
    });
  });

  it.each(OWNERS_RIGHTS)('may: %s', async (statement) => {
    const undone = new Error('undone');
    const change = owner.transaction(async (tx) => {
      await tx.execute(sql.raw(statement));
      throw undone;
    });
    await expect(change).rejects.toBe(undone);
    expect(await withConnection(ownerUrlOf(databaseUrl), isPrivileged)).toBe(true);
  });
});
