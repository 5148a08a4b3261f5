import { and, desc, eq, getTableColumns, isNotNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { integrations, noticeDeliveries, notices, noticeTargets } from '@/db/schema/index';
import { isOf, type Scope } from './targets';

const MAX_DELIVERIES = 100;

const {
  secret: _secret,
  oldSecret: _oldSecret,
  confirmDigest: _confirmDigest,
  ...shown
} = getTableColumns(noticeTargets);

/** A target without its secrets. */
export type TargetView = Omit<
  typeof noticeTargets.$inferSelect,
  'secret' | 'oldSecret' | 'confirmDigest'
>;

export function listTargets(db: Database, scope: Scope): Promise<TargetView[]> {
  return db.select(shown).from(noticeTargets).where(isOf(scope)).orderBy(noticeTargets.id);
}

export interface DeliveryView {
  readonly noticeId: string;
  readonly targetId: number;
  readonly channel: TargetView['channel'];
  readonly address: string;
  readonly type: string;
  readonly data: unknown;
  readonly occurredAt: Date;
  readonly state: (typeof noticeDeliveries.$inferSelect)['state'];
  readonly attempts: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly nextAt: Date;
}

/** Lists the newest deliveries to the targets of an owner. */
export function listDeliveries(db: Database, scope: Scope): Promise<DeliveryView[]> {
  const { noticeId, targetId, state, attempts, status, error, nextAt } = noticeDeliveries;
  const { type, data, occurredAt } = notices;
  const { channel, address } = noticeTargets;
  return db
    .select({
      noticeId,
      targetId,
      channel,
      address,
      type,
      data,
      occurredAt,
      state,
      attempts,
      status,
      error,
      nextAt,
    })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeId))
    .innerJoin(noticeTargets, eq(noticeTargets.id, targetId))
    .where(isOf(scope))
    .orderBy(desc(noticeId), desc(targetId))
    .limit(MAX_DELIVERIES);
}

/** Lists the integrations that have a target. */
export async function integrationsWithTargets(tx: Transaction): Promise<number[]> {
  const { integrationId } = noticeTargets;
  const rows = await tx
    .selectDistinct({ id: integrationId })
    .from(noticeTargets)
    .where(isNotNull(integrationId));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Lists targets of all integrations, or of one, that fail or that the service has disabled. */
export function listFailing(
  db: Database,
  owner?: number,
): Promise<(TargetView & { readonly nombre: string })[]> {
  const { state, integrationId, reason } = noticeTargets;
  const isOurs = sql`${reason} IS DISTINCT FROM 'unsubscribed'`;
  return db
    .select({ ...shown, nombre: integrations.nombre })
    .from(noticeTargets)
    .innerJoin(integrations, eq(integrations.id, integrationId))
    .where(
      and(
        owner === undefined ? isNotNull(integrationId) : eq(integrationId, owner),
        or(eq(state, 'failing'), and(eq(state, 'disabled'), isOurs)),
      ),
    )
    .orderBy(integrations.nombre, noticeTargets.id);
}
