import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { countedCredentialDays, credentials, queryRecords } from '@/db/schema/index';

/** Lists the live tokens and the use of each, newest first. */
export async function listCredentials(db: Database, integrationId: number) {
  const { id, prefix, lastFour, createdAt, expiresAt } = credentials;
  const days = daysOf(db, integrationId);
  const lastDay = lastDayOf(db, integrationId);
  return db
    .select({
      id,
      prefix,
      lastFour,
      createdAt,
      /** End of a rotation's overlap; null for the current token. */
      expiresAt,
      /** Time of the last query that reached a source; null if there was none. */
      lastQueryAt: days.lastAt,
      queriesLastDay: sql<number>`coalesce(${lastDay.queries}, 0)`,
      /** Queries of the last seven days of Guatemala, including today. */
      queriesLastWeek: sql<number>`coalesce(${days.queries}, 0)`,
      /** Queries of the last 24 hours that came after the newest token was issued. */
      queriesLately: sql<number>`coalesce(${lastDay.lately}, 0)`,
    })
    .from(credentials)
    .leftJoin(days, eq(days.credentialId, id))
    .leftJoin(lastDay, eq(lastDay.credentialId, id))
    .where(isLiveOf(integrationId))
    .orderBy(desc(id));
}

/** Finds the token that ended last, if any. */
export async function lastEndedCredential(db: Database, integrationId: number) {
  const { prefix, lastFour, expiresAt } = credentials;
  const [ended] = await db
    .select({ prefix, lastFour, expiresAt })
    .from(credentials)
    .where(and(eq(credentials.integrationId, integrationId), lte(expiresAt, sql`now()`)))
    .orderBy(desc(expiresAt))
    .limit(1);
  return ended;
}

/** A live token as people may see it: only its prefix and last four characters. */
export type CredentialView = Awaited<ReturnType<typeof listCredentials>>[number];

function isLiveOf(integrationId: number) {
  const { expiresAt } = credentials;
  const live = or(isNull(expiresAt), gt(expiresAt, sql`now()`));
  return and(eq(credentials.integrationId, integrationId), live);
}

function daysOf(db: Database, integrationId: number) {
  const { credentialId, day, lastAt, queries } = countedCredentialDays;
  const live = db.select({ id: credentials.id }).from(credentials).where(isLiveOf(integrationId));
  const week = sql`guatemala_day(now()) - interval '6 days'`;
  return db
    .select({
      credentialId,
      lastAt: sql<Date | null>`max(${lastAt})`.mapWith(lastAt).as('last_at'),
      queries: sql<number>`(sum(${queries}) FILTER (WHERE ${day} >= ${week}))::int`.as('last_week'),
    })
    .from(countedCredentialDays)
    .where(inArray(credentialId, live))
    .groupBy(credentialId)
    .as('days');
}

function lastDayOf(db: Database, integrationId: number) {
  const { credentialId, createdAt } = queryRecords;
  const newest = sql`(SELECT created_at FROM credentials WHERE integration_id = ${integrationId}
    ORDER BY id DESC LIMIT 1)`;
  return db
    .select({
      credentialId,
      queries: sql<number>`count(*)::int`.as('last_day'),
      lately: sql<number>`(count(*) FILTER (WHERE ${createdAt} >= ${newest}))::int`.as('lately'),
    })
    .from(queryRecords)
    .where(
      and(
        eq(queryRecords.integrationId, integrationId),
        gt(createdAt, sql`now() - interval '24 hours'`),
      ),
    )
    .groupBy(credentialId)
    .as('records');
}
