import { asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import {
  accounts,
  integrations,
  isNamed,
  limitColumns,
  spentNow,
  switchColumns,
  tariffNow,
  tariffToCome,
} from '@/db/schema/index';
import { integrationNotFound } from '@/lib/access/rejection';
import { asciiLower } from '@/lib/base/values/text';

/** The tariff in force, and the scheduled one with the instant from which it holds. */
export interface Tariffs {
  readonly tarifa: bigint;
  readonly scheduled: { readonly tarifa: bigint; readonly from: Date } | null;
}

export function tariffsOf({ tarifa, nextTarifa, nextTarifaAt }: IntegrationView): Tariffs {
  const none = nextTarifa === null || nextTarifaAt === null;
  return { tarifa, scheduled: none ? null : { tarifa: nextTarifa, from: nextTarifaAt } };
}

const columns = {
  id: integrations.id,
  nombre: integrations.nombre,
  suspendedAt: integrations.suspendedAt,
  /** Increases with every change of settings. A form returns the version that it showed. */
  version: integrations.version,
  ...switchColumns,
  ...limitColumns,
  ...spentNow,
  saldo: accounts.saldo,
  reservado: accounts.reservado,
  /** The tariff in force now. */
  tarifa: tariffNow,
  /** The scheduled tariff and the instant from which it holds; both null when there is none. */
  nextTarifa: tariffToCome.tarifa,
  nextTarifaAt: tariffToCome.at,
};

function withAccount(db: Database | Transaction) {
  return db
    .select(columns)
    .from(integrations)
    .innerJoin(accounts, eq(accounts.integrationId, integrations.id));
}

/** An integration with its account; amounts in 1/10000 quetzal. */
export type IntegrationView = Awaited<ReturnType<typeof withAccount>>[number];

export async function listIntegrations(db: Database | Transaction): Promise<IntegrationView[]> {
  return withAccount(db).orderBy(asc(integrations.nombre));
}

/** Finds integrations whose name contains `part`, in any case, in the order of their names. */
export async function searchIntegrations(
  db: Database,
  part: string,
  limit: number,
): Promise<IntegrationView[]> {
  return withAccount(db).where(isNamed(part)).orderBy(asc(integrations.nombre)).limit(limit);
}

export function countIntegrations(db: Database, part: string): Promise<number> {
  return db.$count(integrations, isNamed(part));
}

/** Finds an integration by name, in any case. Returns undefined for an unknown name. */
export async function integrationNamed(
  db: Database | Transaction,
  nombre: string,
): Promise<IntegrationView | undefined> {
  const [found] = await withAccount(db).where(eq(integrations.nombre, asciiLower(nombre)));
  return found;
}

/** Reads an integration that exists, because integrations are never deleted. */
export async function integrationWithId(db: Database, id: number): Promise<IntegrationView> {
  const [found] = await withAccount(db).where(eq(integrations.id, id));
  if (found === undefined) throw new Error(`There is no integration ${id}.`);
  return found;
}

/** Finds an integration by name, or throws {@link Rejection} `integration_not_found`. */
export async function findIntegration(
  db: Database | Transaction,
  nombre: string,
): Promise<IntegrationView> {
  const found = await integrationNamed(db, nombre);
  if (found === undefined) throw integrationNotFound(nombre);
  return found;
}

/** Finds an integration and locks it. Throws {@link Rejection} `integration_not_found`. */
export async function lockIntegration(tx: Transaction, nombre: string): Promise<IntegrationView> {
  const [found] = await withAccount(tx)
    .where(eq(integrations.nombre, asciiLower(nombre)))
    .for('no key update', { of: integrations });
  if (found === undefined) throw integrationNotFound(nombre);
  return found;
}
