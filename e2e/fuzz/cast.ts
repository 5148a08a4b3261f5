import { randomBytes } from 'node:crypto';
import { connectDatabase, type Transaction } from '@/db/client';
import { topUp } from '@/lib/billing/top-up';
import { FLAGS } from '@/lib/contract/lookups';
import { createIntegration } from '@/lib/integrations/create';
import { type Switches, setIntegration } from '@/lib/integrations/set';
import { testPermit } from '@/testing/integration';

export interface Caller {
  readonly nombre: string;
  readonly token: string;
}

/** Who asks. The busy one asks more often than its limits allow, the others do not. */
export interface Cast {
  readonly ordinary: readonly Caller[];
  readonly busy: Caller;
  readonly receipts: Caller;
  readonly poor: Caller;
  readonly disabled: Caller;
  readonly suspended: Caller;
}

const ORDINARY = 60;
const TARIFF = 5_000n;
/** Pays what any of them is asked for. */
const PLENTY = 10_000_000_000n;

/** Makes everybody who asks, in one transaction. */
export async function makeCast(databaseUrl: string): Promise<Cast> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      const ordinary: Caller[] = [];
      for (let made = 0; made < ORDINARY; made++) ordinary.push(await make(tx));
      return {
        ordinary,
        busy: await make(tx),
        receipts: await make(tx, { switches: { receipts_enabled: true } }),
        poor: await make(tx, { saldo: 0n }),
        disabled: await make(tx, {
          switches: Object.fromEntries(FLAGS.map((flag) => [flag, false])),
        }),
        suspended: await make(tx, { switches: { suspended: true } }),
      };
    });
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

async function make(
  tx: Transaction,
  { saldo = PLENTY, switches = {} }: { saldo?: bigint; switches?: Partial<Switches> } = {},
): Promise<Caller> {
  const ctx = { tx, permit: testPermit };
  const created = await createIntegration(ctx, {
    nombre: `g-${randomBytes(8).toString('hex')}`,
    flags: Object.fromEntries(FLAGS.map((flag) => [flag, true])),
    tarifa: TARIFF,
    deployment: 'development',
  });
  const { nombre } = created;
  if (saldo > 0n) await topUp(ctx, { nombre, amount: saldo });
  await setIntegration(ctx, { nombre, switches });
  return created;
}
