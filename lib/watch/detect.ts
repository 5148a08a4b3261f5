import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Sql } from '@/db/client';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { FAMILIES } from '@/lib/contract/families';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { addNotices, type NewNotice } from '@/lib/notices/add';
import { hasFreshRows, takeAuditRows } from '@/lib/notices/audit-rows';
import { keepEpisodes, type Notified } from '@/lib/notices/episodes';
import { isNoticeType, kindOf, NOTICE_TYPES, type NoticeType } from '@/lib/notices/kinds';
import { integrationsWithTargets } from '@/lib/notices/list';
import { firstOfDays } from '@/lib/statistics/usage';
import { noticesOfAudit, noticesOfIncident } from './audit-notices';
import { readConditions } from './conditions';

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
export async function detect(db: Database, previous: unknown, count: Count): Promise<object> {
  const watched = resultSchema.safeParse(previous).data?.watched ?? [];
  const conditions = await readConditions(db);
  const affected = await integrationsBySource(db);
  const kinds = NOTICE_TYPES.filter((type) => kindOf(type).rules !== undefined);
  const added = await db.transaction(async (tx) => {
    const made: NewNotice[] = [];
    for (const kind of kinds) {
      const options = { isFirst: !watched.includes(kind) };
      const rules = kindOf(kind).rules ?? {};
      const rows = await keepEpisodes(tx, kind, rules, conditions[kind] ?? [], options);
      made.push(...rows.flatMap((row) => noticesOfEpisode(kind, row, affected)));
    }
    return addNotices(tx, made);
  });
  countTypes(count, added);
  return { watched: kinds };
}

function noticesOfEpisode(
  kind: NoticeType,
  { id, event, subject, integrationId, openedAt, at, data }: Notified,
  affected: ReadonlyMap<string, readonly number[]>,
): NewNotice[] {
  const { to, end } = kindOf(kind);
  const type = event === 'opened' ? kind : end;
  if (type === undefined || !isNoticeType(type)) return [];
  const own = integrationId === undefined ? affected.get(subject) : [integrationId];
  const audience = [
    ...(to === 'staff' ? [] : (own ?? [])),
    ...(to === 'integration' ? [] : [null]),
  ];
  return audience.map((receiver) => ({
    type,
    integrationId: receiver,
    occurredAt: event === 'opened' ? openedAt : at,
    data: event === 'opened' ? data : { ...data, since: openedAt.toISOString() },
    source: `episode:${id}:${event}:${receiver ?? 'staff'}`,
  }));
}

/** Lists, by source, the integrations that may ask it and that asked something lately. */
async function integrationsBySource(db: Database): Promise<ReadonlyMap<string, readonly number[]>> {
  const active = sql`EXISTS (SELECT FROM counted_integration_days d
    WHERE d.integration_id = integrations.id AND d.day >= ${firstOfDays(TRAFFIC_DAYS)})`;
  return new Map(
    await Promise.all(
      FAMILIES.map(async (source) => {
        const flags = LOOKUPS.map((lookup) => lookupFacts[lookup])
          .filter(({ family }) => family === source)
          .map(({ flag }) => sql.identifier(flag));
        const rows = await db.execute<{ id: number }>(sql`
          SELECT id FROM integrations WHERE (${sql.join(flags, sql` OR `)}) AND ${active}`);
        return [source, rows.map(({ id }) => id)] as const;
      }),
    ),
  );
}

function countTypes(count: Count, added: Readonly<Record<string, number>>): void {
  for (const [type, n] of Object.entries(added)) count.inc({ type }, n);
}
