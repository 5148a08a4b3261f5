import { randomBytes } from 'node:crypto';
import { connectDatabase } from '@/db/client';
import { Administrator } from '@/lib/audit/administrator';
import { topUp } from '@/lib/billing/top-up';
import { FLAGS, type Flag } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';

export interface TestIntegration {
  readonly id: number;
  readonly nombre: string;
  readonly token: string;
}

export interface TestIntegrationOptions {
  readonly flags?: readonly Flag[];
  readonly saldo?: bigint;
  readonly tarifa?: bigint;
}

export const testAdministrator = Administrator.onCommandLine('tests');

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
  { flags = FLAGS, saldo = 1_000_000n, tarifa = 5_000n }: TestIntegrationOptions = {},
): Promise<TestIntegration[]> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      const all: TestIntegration[] = [];
      for (let number = 0; number < count; number += 1) {
        const created = await createIntegration(tx, testAdministrator, {
          nombre: `t-${randomBytes(8).toString('hex')}`,
          flags: Object.fromEntries(flags.map((flag) => [flag, true])),
          tarifa,
          deployment: 'development',
        });
        if (saldo > 0n) await topUp(tx, testAdministrator, created, saldo);
        all.push(created);
      }
      return all;
    });
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}
