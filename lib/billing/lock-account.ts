import { eq } from 'drizzle-orm';
import type { Sql, Transaction } from '@/db/client';
import { accounts, integrations } from '@/db/schema/index';
import { integrationNotFound } from '@/lib/access/rejection';
import { asciiLower } from '@/lib/base/values/text';

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
    .where(eq(integrations.nombre, asciiLower(nombre)))
    .for('no key update', { of: accounts });
  if (account === undefined) throw integrationNotFound(nombre);
  return account;
}

/** Selects and locks these accounts, in order of id, so that instances cannot deadlock. */
export function lockedAmong(sql: Sql, integrationIds: number[], locks: 'wait' | 'skip') {
  return sql`
        integration_id = ANY(${integrationIds}::int[]) ORDER BY integration_id
        FOR NO KEY UPDATE ${locks === 'skip' ? sql`SKIP LOCKED` : sql``}`;
}
