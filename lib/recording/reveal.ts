import { Rejection } from '@/lib/access/rejection';
import { countSince } from '@/lib/audit/count';
import { type Change, writeAudit } from '@/lib/audit/write';
import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { findSealedRecord } from './find';
import type { IdentifierVault } from './identifiers';
import { type Identifier, valuesOf } from './mask';
import { auditedReason, type Reason } from './reason';

export interface RevealInput extends Reason {
  readonly id: string;
}

export interface RevealContext extends Change<'query.reveal'> {
  readonly vault: IdentifierVault;
  /** Queries whose identifiers one user may see in a day of Guatemala. */
  readonly perDay: number;
}

export interface Revealed {
  readonly identifiers: readonly Identifier[];
  /** How many more the user may see today. */
  readonly left: number;
}

/**
 * Opens the identifiers of one query. The audit log records the reason, not the identifiers. Throws
 * {@link Rejection} `reason_too_short`, `query_not_found`, `identifier_removed` after retention,
 * `identifier_locked` when no key of this server opens them, or `too_many_reveals`.
 */
export async function reveal(
  ctx: RevealContext,
  { id, ...reason }: RevealInput,
): Promise<Revealed> {
  const audited = auditedReason(reason);
  const record = await findSealedRecord(ctx.tx, id);
  if (record === undefined) throw new Rejection('query_not_found', `There is no query ${id}.`);
  const { identifiers: sealed, integrationId, nombre } = record;
  if (sealed === null) throw new Rejection('identifier_removed', 'It was removed by retention.');
  const identifiers = ctx.vault.open(sealed, record.id);
  if (identifiers === undefined) {
    throw new Rejection('identifier_locked', 'No key of this server opens it.');
  }
  await writeAudit(ctx, 'query.reveal', {
    target: nombre,
    integrationId,
    after: { query: id, ...audited },
  });
  const today = startOfDay(dayOf(new Date()));
  const left = ctx.perDay - (await countSince(ctx, 'query.reveal', today));
  if (left < 0) {
    throw new Rejection('too_many_reveals', `A user may see ${ctx.perDay} queries a day.`);
  }
  return { identifiers: valuesOf(identifiers), left };
}
