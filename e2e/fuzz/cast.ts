import {
  createTestIntegration,
  createTestIntegrations,
  type TestIntegration,
} from '@/testing/integration';

export type Caller = Pick<TestIntegration, 'nombre' | 'token'>;

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
/** Pays what any of them is asked for. */
const saldo = 10_000_000_000n;

/** Creates everybody who asks. */
export async function makeCast(url: string): Promise<Cast> {
  return {
    ordinary: await createTestIntegrations(url, ORDINARY, { saldo }),
    busy: await createTestIntegration(url, { saldo }),
    receipts: await createTestIntegration(url, { saldo, switches: { receipts_enabled: true } }),
    poor: await createTestIntegration(url, { saldo: 0n }),
    disabled: await createTestIntegration(url, { saldo, flags: [] }),
    suspended: await createTestIntegration(url, { saldo, switches: { suspended: true } }),
  };
}
