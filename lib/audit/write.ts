import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { auditLog } from '@/db/schema/index';
import type { Action, AuditAction } from '@/lib/access/permissions';
import type { Permit } from '@/lib/access/permit';
import { auditChain } from './chain';
import type { AuditField } from './changes';

/** Context of a verb: the transaction of its change, and the evidence of who makes it. */
export interface Change<A extends Action> {
  readonly tx: Transaction;
  readonly permit: Permit<A>;
}

/** Known fields only: the console shows an unknown field by its stored name. */
type Fields = Readonly<Partial<Record<AuditField, unknown>>>;

export interface AuditEntry {
  /** Name of the changed thing. */
  readonly target: string;
  readonly integrationId?: number | undefined;
  readonly before?: Fields;
  readonly after?: Fields;
}

/** Longer than other locks wait, because many transactions may write rows at the same moment. */
const LOCK_TIMEOUT = '4s';

/**
 * Writes the audit row of a change. Call it last in the change's transaction, because until the
 * commit nobody else can write a row. Never pass a secret.
 */
export async function writeAudit<A extends AuditAction>(
  { tx, permit }: Change<NoInfer<A>>,
  action: A,
  entry: AuditEntry,
): Promise<void> {
  await tx.execute(sql`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
    pg_advisory_xact_lock(${LOCKS.audit})`);
  const [last] = await tx.execute<{ at: string; link: Buffer | null }>(sql`
    SELECT date_trunc('milliseconds', clock_timestamp())::text AS at,
      (SELECT link FROM audit_log ORDER BY id DESC LIMIT 1) AS link`);
  const row = {
    at: new Date(last?.at ?? ''),
    actor: permit.actor,
    address: permit.address,
    action,
    target: entry.target,
    integrationId: entry.integrationId ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
  };
  await tx.insert(auditLog).values({ ...row, link: auditChain().link(last?.link ?? null, row) });
}
