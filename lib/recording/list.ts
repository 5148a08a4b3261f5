import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { queryRecords } from '@/db/schema/index';
import { type Change, writeAudit } from '@/lib/audit/write';
import type { Identifiers, IdentifierVault } from './identifiers';
import { maskedIdentifiers } from './mask';
import { auditedReason, type Reason } from './reason';

interface ListInput {
  readonly integration: { readonly id: number; readonly nombre: string };
  readonly limit: number;
  /** Only records of this request. */
  readonly requestId?: string | undefined;
}

interface ListContext {
  readonly tx: Transaction;
  readonly vault: IdentifierVault;
}

/**
 * Lists the newest records of an integration with masked identifiers, for the command line. These
 * are undefined after retention or without their key.
 */
export function listQueryRecords(ctx: ListContext, input: ListInput) {
  return read(ctx, input, maskedIdentifiers);
}

/**
 * Lists the newest records with whole identifiers. Counts as an export and leaves its audit row.
 * Throws {@link Rejection} `reason_too_short`.
 */
export async function listIdentifiers(
  ctx: Change<'query.export_identifiers'> & ListContext,
  { reason, ...input }: ListInput & { readonly reason: Reason },
) {
  const audited = auditedReason(reason);
  const { integration, requestId } = input;
  const rows = await read(ctx, input, (identifiers) => identifiers);
  await writeAudit(ctx, 'query.export_identifiers', {
    target: integration.nombre,
    integrationId: integration.id,
    after: { ...(requestId === undefined ? {} : { requestId }), ...audited },
  });
  return rows;
}

async function read(
  { tx, vault }: ListContext,
  { integration, limit, requestId }: ListInput,
  shown: (identifiers: Identifiers) => Identifiers,
) {
  const ofRequest = requestId === undefined ? undefined : eq(queryRecords.requestId, requestId);
  const rows = await tx
    .select()
    .from(queryRecords)
    .where(and(eq(queryRecords.integrationId, integration.id), ofRequest))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
  return rows.map(({ identifiers: sealed, ...row }) => {
    const identifiers = sealed === null ? undefined : vault.open(sealed, row.id);
    return { ...row, identifiers: identifiers && shown(identifiers) };
  });
}
