import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Sql, Transaction } from '@/db/client';
import type { Chosen } from '@/lib/base/env/source-settings';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { addNotices, type NewNotice } from '@/lib/notices/add';
import { hasFreshRows, takeAuditRows } from '@/lib/notices/audit-rows';
import { keepEpisodes, type Notified } from '@/lib/notices/episodes';
import { isNoticeType, kindOf, NOTICE_TYPES, type NoticeType } from '@/lib/notices/kinds';
import { integrationsWithTargets } from '@/lib/notices/list';
import { firstOfDays } from '@/lib/statistics/usage';
import { noticesOfAudit, noticesOfIncident } from './audit-notices';
import { lookupsDown, readConditions } from './conditions';

/** Integrations with queries in these days are notified of a source. */
const TRAFFIC_DAYS = 7;

type Count = Pick<Metrics['notices'], 'inc'>;

/** Makes notices of the audit rows since the last run, whichever instance or command wrote them. */
export async function notifyOfAuditRows(client: Sql, db: Database, count: Count): Promise<void> {
  if (!(await hasFreshRows(client))) return;
  const added = await db.transaction(async (tx) => {
    const rows = await takeAuditRows(tx);
    const receivers = rows.some(({ action }) => action === 'incident.post')
      ? await integrationsWithTargets(tx)
      : [];
    const made = rows.flatMap((row) => [
      ...noticesOfAudit(row),
      ...noticesOfIncident(row, receivers),
    ]);
    return addNotices(tx, made);
  });
  countTypes(count, added);
}

const resultSchema = z.object({ watched: z.array(z.string()) });

/** Keeps the episodes of every kind and makes their notices. A kind's first run makes none. */
export async function detect(
  db: Database,
  adapters: Chosen,
  previous: unknown,
  count: Count,
): Promise<object> {
  const watched = resultSchema.safeParse(previous).data?.watched ?? [];
  const conditions = await readConditions(db, adapters);
  const kinds = NOTICE_TYPES.filter((type) => kindOf(type).rules !== undefined);
  const added = await db.transaction(async (tx) => {
    const made: NewNotice[] = [];
    for (const kind of kinds) {
      const options = { isFirst: !watched.includes(kind) };
      const rules = kindOf(kind).rules ?? {};
      const rows = await keepEpisodes(tx, kind, rules, conditions[kind] ?? [], options);
      for (const row of rows) made.push(...(await noticesOfEpisode(tx, kind, row)));
    }
    return addNotices(tx, made);
  });
  countTypes(count, added);
  return { watched: kinds };
}

async function noticesOfEpisode(
  tx: Transaction,
  kind: NoticeType,
  row: Notified,
): Promise<NewNotice[]> {
  const { id, event, integrationId, openedAt, at, data } = row;
  const { to, end } = kindOf(kind);
  const type = event === 'opened' ? kind : end;
  if (type === undefined || !isNoticeType(type)) return [];
  const own =
    integrationId === undefined ? await integrationsAsking(tx, lookupsDown(row)) : [integrationId];
  const audience = [...(to === 'staff' ? [] : own), ...(to === 'integration' ? [] : [null])];
  return audience.map((receiver) => ({
    type,
    integrationId: receiver,
    occurredAt: event === 'opened' ? openedAt : at,
    data: event === 'opened' ? data : { ...data, since: openedAt.toISOString() },
    source: `episode:${id}:${event}:${receiver ?? 'staff'}`,
  }));
}

/**
 * Lists the integrations that may ask one of the lookups and that asked something lately. The
 * episode of a source names its lookups, so its end reaches them after another adapter was chosen.
 */
async function integrationsAsking(tx: Transaction, lookups: readonly Lookup[]): Promise<number[]> {
  if (lookups.length === 0) return [];
  const flags = lookups.map((lookup) => sql.identifier(lookupFacts[lookup].flag));
  const rows = await tx.execute<{ id: number }>(sql`
    SELECT id FROM integrations WHERE (${sql.join(flags, sql` OR `)})
      AND EXISTS (SELECT FROM counted_integration_days d
        WHERE d.integration_id = integrations.id AND d.day >= ${firstOfDays(TRAFFIC_DAYS)})`);
  return rows.map(({ id }) => id);
}

function countTypes(count: Count, added: Readonly<Record<string, number>>): void {
  for (const [type, n] of Object.entries(added)) count.inc({ type }, n);
}
