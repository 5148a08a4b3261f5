import type { Transaction } from '@/db/client';
import type { Administrator } from '@/lib/audit/administrator';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import { findQueryRecord } from './find';
import type { IdentifierVault } from './identifiers';
import { type Identifier, valuesOf } from './mask';

/**
 * Opens what a query asked for, for a reason that the audit log keeps; what was asked for stays out of
 * it. Throws {@link Refusal} `reason_required`, `query_not_found`, `identifier_removed` when its time
 * has passed, `identifier_locked` when it was sealed under a key that is not here.
 */
export async function revealIdentifiers(
  tx: Transaction,
  by: Pick<Administrator, 'actor' | 'address'>,
  vault: IdentifierVault,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Identifier[]> {
  if (reason === '') throw new Refusal('reason_required', 'Revealing needs a reason.');
  const record = await findQueryRecord(tx, id);
  if (record === undefined) throw new Refusal('query_not_found', `There is no query ${id}.`);
  const { identifiers: sealed, integrationId, nombre } = record;
  if (sealed === null) throw new Refusal('identifier_removed', 'It was removed by retention.');
  const identifiers = vault.open(sealed);
  if (identifiers === undefined) {
    throw new Refusal('identifier_locked', 'No key of this server opens it.');
  }
  await writeAudit(tx, by, {
    action: 'query.reveal',
    target: nombre,
    integrationId,
    after: { query: id, reason },
  });
  return valuesOf(identifiers);
}
