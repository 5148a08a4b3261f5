import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { connectDatabase, connectSql, type Database, type Sql } from '@/db/client';
import { createReserve, type Reserve } from '@/lib/billing/reserve';
import { createSettle, type Settle } from '@/lib/billing/settle';
import { createTestDatabase, TEMPLATE } from './postgres';

/** A migrated database with connections that end after the tests of the file. */
export interface TestDatabase {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly sql: Sql;
  readonly settle: Settle;
  readonly reserve: Reserve;
}

/** Connects to the database that all files share: each test makes integrations of its own. */
export function sharedDatabase(): TestDatabase {
  return connectTo(inject('databaseUrl'));
}

/** Makes a database for one file, whose tests look at everything or break what others rely on. */
export async function ownDatabase(): Promise<TestDatabase> {
  const name = `own_${randomBytes(6).toString('hex')}`;
  return connectTo(await createTestDatabase(inject('databaseUrl'), name, TEMPLATE));
}

function connectTo(databaseUrl: string): TestDatabase {
  const db = connectDatabase(databaseUrl);
  const sql = connectSql(databaseUrl);
  const settle = createSettle(sql);
  afterAll(() => Promise.all([db.$client.end({ timeout: 5 }), sql.end({ timeout: 5 })]));
  return { databaseUrl, db, sql, settle, reserve: createReserve(sql, settle) };
}
