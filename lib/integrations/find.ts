import { asc, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { accounts, flagColumns, integrations, tariffNow, tariffToCome } from '@/db/schema/index';
import type { Flags } from '@/lib/contract/lookups';
import { Refusal } from '@/lib/refusal';

/** An integration with its account; amounts in 1/10000 quetzal. */
export interface IntegrationView extends Flags {
  readonly id: number;
  readonly nombre: string;
  readonly suspendedAt: Date | null;
  /** Answers of the catalogs tell what the query cost and what is left. */
  readonly receiptsEnabled: boolean;
  /** Raised by every change: what a form was filled in over. */
  readonly version: number;
  readonly saldo: bigint;
  readonly reservado: bigint;
  /** In force at this moment. */
  readonly tarifa: bigint;
  /** Scheduled, and the instant from which it holds; both null when nothing is to come. */
  readonly nextTarifa: bigint | null;
  readonly nextTarifaAt: Date | null;
}

/** The tariff in force and the one to come, if any, with the instant from which it holds. */
export function tariffsOf({ tarifa, nextTarifa, nextTarifaAt }: IntegrationView) {
  const none = nextTarifa === null || nextTarifaAt === null;
  return { tarifa, scheduled: none ? null : { tarifa: nextTarifa, from: nextTarifaAt } };
}

const columns = {
  id: integrations.id,
  nombre: integrations.nombre,
  suspendedAt: integrations.suspendedAt,
  receiptsEnabled: integrations.receiptsEnabled,
  version: integrations.version,
  ...flagColumns,
  saldo: accounts.saldo,
  reservado: accounts.reservado,
  tarifa: tariffNow,
  nextTarifa: tariffToCome.tarifa,
  nextTarifaAt: tariffToCome.at,
};

function withAccount(db: Database | Transaction) {
  return db
    .select(columns)
    .from(integrations)
    .innerJoin(accounts, eq(accounts.integrationId, integrations.id));
}

export async function listIntegrations(db: Database): Promise<IntegrationView[]> {
  return withAccount(db).orderBy(asc(integrations.nombre));
}

/** The first integrations in the order of the names that have `part` in theirs, in any case. */
export async function searchIntegrations(
  db: Database,
  part: string,
  limit: number,
): Promise<IntegrationView[]> {
  return withAccount(db)
    .where(sql`strpos(${integrations.nombre}, ${part.toLowerCase()}) > 0`)
    .orderBy(asc(integrations.nombre))
    .limit(limit);
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

/** Until the end of the transaction nobody else changes the integration. */
export async function lockIntegration(tx: Transaction, id: number): Promise<void> {
  await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(eq(integrations.id, id))
    .for('no key update');
}

/** What a change is decided on: read under the lock. Throws {@link Refusal} like the above. */
export async function findForChange(tx: Transaction, nombre: string): Promise<IntegrationView> {
  const { id } = await findIntegration(tx, nombre);
  await lockIntegration(tx, id);
  return findIntegration(tx, nombre);
}
