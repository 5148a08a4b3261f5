import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { integrations } from '@/db/schema/index';
import { assertUnchanged } from '@/lib/access/rejection';
import { type AuditEntry, type Change, writeAudit } from '@/lib/audit/write';
import type { IntegrationView } from './find';

interface Settings extends Pick<AuditEntry, 'before' | 'after'> {
  /** The integration as read under its lock. */
  readonly integration: Pick<IntegrationView, 'id' | 'nombre' | 'version'>;
  /** The version that the form showed. */
  readonly expected: number | undefined;
  readonly values: PgUpdateSetSource<typeof integrations>;
}

/** Writes settings and their audit row. Returns the new version or throws `changed_meanwhile`. */
export async function writeSettings<A extends 'integration.set' | 'integration.describe'>(
  ctx: Change<NoInfer<A>>,
  action: A,
  { integration, expected, values, ...sides }: Settings,
): Promise<number> {
  const { id, nombre: target, version } = integration;
  assertUnchanged(expected === undefined || expected === version, 'integration');
  await ctx.tx
    .update(integrations)
    .set({ ...values, version: version + 1, updatedAt: sql`now()` })
    .where(eq(integrations.id, id));
  await writeAudit<A>(ctx, action, { target, integrationId: id, ...sides });
  return version + 1;
}
