import { eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { accounts, integrations } from '@/db/schema/index';
import { integrationNotFound } from '@/lib/refusal';

/**
 * Finds and locks the account of an integration by name, in any case. Until the end of the
 * transaction nobody else can change it or reserve from it. Throws `integration_not_found`.
 */
export async function lockAccount(tx: Transaction, nombre: string) {
  const { saldo, reservado, ledgerSeq } = accounts;
  const [account] = await tx
    .select({ id: integrations.id, nombre: integrations.nombre, saldo, reservado, ledgerSeq })
    .from(accounts)
    .innerJoin(integrations, eq(integrations.id, accounts.integrationId))
    .where(eq(integrations.nombre, nombre.toLowerCase()))
    .for('no key update', { of: accounts });
  if (account === undefined) throw integrationNotFound(nombre);
  return account;
}
