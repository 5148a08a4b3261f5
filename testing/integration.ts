import type { Database, Transaction } from '@/db/client';
import type { Action } from '@/lib/access/permissions';
import { Permit } from '@/lib/access/permit';
import type { Change } from '@/lib/audit/write';
import { topUp } from '@/lib/billing/top-up';
import { FLAGS, type Flag } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';
import type { LimitTexts } from '@/lib/integrations/limit-settings';
import { type Switches, setIntegration } from '@/lib/integrations/set';
import { setUp } from './postgres';
import { randomLetters } from './random';

export interface TestIntegration {
  readonly id: number;
  readonly nombre: string;
  readonly token: string;
}

export interface TestIntegrationOptions {
  readonly flags?: readonly Flag[];
  readonly saldo?: bigint;
  readonly tarifa?: bigint;
  /** Settings that an administrator changes after creation. */
  readonly switches?: Partial<Switches>;
}

/** Allows everything. */
export const testPermit = Permit.onCommandLine('tests');

export type Verb<I, T> = (ctx: Change<Action>, input: I) => Promise<T>;

/** Runs a verb in a transaction of its own, with every permission. */
export function act<I, T>(db: Database, verb: Verb<I, T>, input: I): Promise<T> {
  return db.transaction((tx) => verb({ tx, permit: testPermit }, input));
}

/** Sets limits of an integration, as the console's form does. */
export function setLimits(db: Database, nombre: string, limits: Partial<LimitTexts>) {
  return act(db, setIntegration, { nombre, limits });
}

/** Creates an integration that no other test knows; by default all lookups, Q 100.00 at Q 0.50. */
export async function createTestIntegration(
  databaseUrl: string,
  options: TestIntegrationOptions = {},
): Promise<TestIntegration> {
  const [created] = await createTestIntegrations(databaseUrl, 1, options);
  if (created === undefined) throw new Error('No integration was created.');
  return created;
}

/** Creates several of them at once. */
export async function createTestIntegrations(
  databaseUrl: string,
  count: number,
  { flags = FLAGS, saldo = 1_000_000n, tarifa = 5_000n, switches }: TestIntegrationOptions = {},
): Promise<TestIntegration[]> {
  const create = async (tx: Transaction) => {
    const ctx = { tx, permit: testPermit };
    const all: TestIntegration[] = [];
    for (let number = 0; number < count; number += 1) {
      const nombre = `t-${randomLetters()}`;
      const created = await createIntegration(ctx, {
        nombre,
        flags: Object.fromEntries(flags.map((flag) => [flag, true])),
        tarifa,
        deployment: 'development',
      });
      if (saldo > 0n) await topUp(ctx, { nombre, amount: saldo });
      if (switches !== undefined) await setIntegration(ctx, { nombre, switches, reason: 'test' });
      all.push(created);
    }
    return all;
  };
  return await setUp(databaseUrl, (db) => db.transaction(create));
}
