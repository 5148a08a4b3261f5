import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { accounts, integrations } from '@/db/schema/index';
import type { Flags } from '@/lib/contract/lookups';
import { Refusal } from '@/lib/refusal';

/** An integration with its account; amounts in 1/10000 quetzal. */
export interface IntegrationView extends Flags {
  readonly id: number;
  readonly nombre: string;
  readonly suspendedAt: Date | null;
  /** Raised by every change: what a form was filled in over. */
  readonly version: number;
  readonly saldo: bigint;
  readonly reservado: bigint;
  readonly tarifa: bigint;
}

const columns = {
  id: integrations.id,
  nombre: integrations.nombre,
  suspendedAt: integrations.suspendedAt,
  version: integrations.version,
  is_renap_enabled: integrations.is_renap_enabled,
  is_rtu_enabled: integrations.is_rtu_enabled,
  is_cui_nit_enabled: integrations.is_cui_nit_enabled,
  is_rtu_v2_enabled: integrations.is_rtu_v2_enabled,
  is_omisos_enabled: integrations.is_omisos_enabled,
  saldo: accounts.saldo,
  reservado: accounts.reservado,
  tarifa: accounts.tarifa,
};

function withAccount(db: Database | Transaction) {
  return db
    .select(columns)
    .from(integrations)
    .innerJoin(accounts, eq(accounts.integrationId, integrations.id));
}

/** In the order of their names; with `part`, those whose name contains it. */
export async function listIntegrations(db: Database, part = ''): Promise<IntegrationView[]> {
  const contains = sql`strpos(${integrations.nombre}, ${part.toLowerCase()}) > 0`;
  return withAccount(db)
    .where(part === '' ? undefined : contains)
    .orderBy(asc(integrations.nombre));
}

/** Finds by name in any case. Throws {@link Refusal} `integration_not_found`. */
export async function findIntegration(
  db: Database | Transaction,
  nombre: string,
): Promise<IntegrationView> {
  const [found] = await withAccount(db).where(eq(integrations.nombre, nombre.toLowerCase()));
  if (found === undefined) {
    throw new Refusal('integration_not_found', `There is no integration named ${nombre}.`);
  }
  return found;
}
