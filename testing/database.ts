import { afterAll, inject } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import type { Query } from '@/lib/billing/hold';
import { createReserve } from '@/lib/billing/reserve';
import { createSettle } from '@/lib/billing/settle';
import type { LimitTexts } from '@/lib/integrations/limit-settings';
import { held, queryOf, settlementOf } from './billing';
import {
  act,
  createTestIntegration,
  createTestIntegrations,
  setLimits,
  type TestIntegrationOptions,
  type Verb,
} from './integration';
import { createTestDatabase, TEMPLATE } from './postgres';
import { randomLetters } from './random';

/** Connects to the database that all files share: each test makes integrations of its own. */
export function sharedDatabase() {
  return connectTo(inject('databaseUrl'));
}

/** Makes a database for one file, whose tests look at everything or break what others rely on. */
export async function ownDatabase() {
  const name = `own_${randomLetters()}`;
  return connectTo(await createTestDatabase(inject('databaseUrl'), name, TEMPLATE));
}

/** A migrated database with connections that end after the tests of the file. */
export function connectTo(databaseUrl: string) {
  const db = connectDatabase(databaseUrl);
  const sql = connectSql(databaseUrl);
  const settle = createSettle(sql);
  afterAll(() => Promise.all([db.$client.end({ timeout: 5 }), sql.end({ timeout: 5 })]));
  const reserve = createReserve(sql, settle);
  /** Reserves a query of an integration. Throws when that is refused. */
  const holdOf = async (integrationId: number, changes?: Partial<Query>) =>
    held(await reserve(queryOf(integrationId, changes)));
  /** Reserves and settles a query, and returns its id. */
  const chargeOf = async (integrationId: number, changes?: Partial<Query>) => {
    const hold = await holdOf(integrationId, changes);
    await settle(settlementOf(hold));
    return hold.queryId;
  };
  return {
    databaseUrl,
    db,
    sql,
    settle,
    reserve,
    holdOf,
    chargeOf,
    newIntegration: (options?: TestIntegrationOptions) =>
      createTestIntegration(databaseUrl, options),
    newIntegrations: (count: number, options?: TestIntegrationOptions) =>
      createTestIntegrations(databaseUrl, count, options),
    /** Runs a verb in a transaction of its own, with every permission. */
    act: <I, T>(verb: Verb<I, T>, input: I) => act(db, verb, input),
    setLimits: (nombre: string, limits: Partial<LimitTexts>) => setLimits(db, nombre, limits),
  };
}
