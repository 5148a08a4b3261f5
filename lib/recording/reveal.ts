import type { Change } from '@/lib/audit/permit';
import { writeAudit } from '@/lib/audit/write';
import { Refusal } from '@/lib/refusal';
import { findSealedRecord } from './find';
import type { IdentifierVault } from './identifiers';
import { type Identifier, valuesOf } from './mask';

export interface RevealInput {
  /** Id of the query. */
  readonly id: string;
  /** The reason, for the audit log. */
  readonly reason: string;
}

/**
 * Opens the identifiers of one query. The audit log records the reason, not the identifiers. Throws
 * {@link Refusal} `reason_required`, `query_not_found`, `identifier_removed` after retention, or
 * `identifier_locked` when no key of this server opens them.
 */
export async function reveal(
  ctx: Change<'query.reveal'> & { readonly vault: IdentifierVault },
  { id, reason }: RevealInput,
): Promise<Identifier[]> {
  if (reason === '') throw new Refusal('reason_required', 'Revealing needs a reason.');
  const record = await findSealedRecord(ctx.tx, id);
  if (record === undefined) throw new Refusal('query_not_found', `There is no query ${id}.`);
  const { identifiers: sealed, integrationId, nombre } = record;
  if (sealed === null) throw new Refusal('identifier_removed', 'It was removed by retention.');
  const identifiers = ctx.vault.open(sealed);
  if (identifiers === undefined) {
    throw new Refusal('identifier_locked', 'No key of this server opens it.');
  }
  await writeAudit(ctx, 'query.reveal', {
    target: nombre,
    integrationId,
    after: { query: id, reason },
  });
  return valuesOf(identifiers);
}
