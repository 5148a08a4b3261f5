import { and, desc, eq } from 'drizzle-orm';
import { queryRecords } from '@/db/schema/index';
import type { Change } from '@/lib/audit/permit';
import { writeAudit } from '@/lib/audit/write';
import type { IdentifierVault } from './identifiers';

interface ListInput {
  readonly integration: { readonly id: number; readonly nombre: string };
  readonly limit: number;
  /** Only records of this request. */
  readonly requestId?: string | undefined;
}

/**
 * Lists the newest records of an integration with whole identifiers, for the command line. It
 * counts as an export and leaves its audit row. Identifiers are undefined after retention and
 * without their key.
 */
export async function listQueryRecords(
  ctx: Change<'query.export'> & { readonly vault: IdentifierVault },
  { integration, limit, requestId }: ListInput,
) {
  const ofRequest = requestId === undefined ? undefined : eq(queryRecords.requestId, requestId);
  const rows = await ctx.tx
    .select()
    .from(queryRecords)
    .where(and(eq(queryRecords.integrationId, integration.id), ofRequest))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .limit(limit);
  await writeAudit(ctx, 'query.export', {
    target: integration.nombre,
    integrationId: integration.id,
    after: { ...(requestId === undefined ? {} : { requestId }), identifiers: 'revealed' },
  });
  return rows.map(({ identifiers, ...row }) => ({
    ...row,
    identifiers: identifiers === null ? undefined : ctx.vault.open(identifiers),
  }));
}
