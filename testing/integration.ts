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

/** An integration that no other test knows; by default all lookups, Q 100.00 at Q 0.50 a query. */
export async function createTestIntegration(
  databaseUrl: string,
  options: TestIntegrationOptions = {},
): Promise<TestIntegration> {
  const { flags = FLAGS, saldo = 1_000_000n, tarifa = 5_000n } = options;
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      const created = await createIntegration(tx, testAdministrator, {
        nombre: `t-${randomBytes(8).toString('hex')}`,
        flags: Object.fromEntries(flags.map((flag) => [flag, true])),
        tarifa,
        deployment: 'development',
      });
      if (saldo > 0n) await topUp(tx, testAdministrator, created, saldo);
      return created;
    });
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}
