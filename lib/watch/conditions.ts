import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/db/client';
import { accounts, integrations, spentNow, tariffNow, taskRuns } from '@/db/schema/index';
import type { Chosen } from '@/lib/base/env/source-settings';
import { dayOf } from '@/lib/base/time/guatemala';
import { formatQuetzales } from '@/lib/base/values/money';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { maskedToken } from '@/lib/integrations/token';
import type { Condition } from '@/lib/notices/episodes';
import type { NoticeType } from '@/lib/notices/kinds';
import { readDrift } from '@/lib/sources/shapes';
import { readHealth } from '@/lib/statistics/health';
import {
  chargedStart,
  LOW_RUNWAY_DAYS,
  paceStart,
  runwayDays,
  spentPerDay,
} from '@/lib/statistics/pace';

type Conditions = Readonly<Partial<Record<NoticeType, readonly Condition[]>>>;

/** Reads everything that is true now, by kind. */
export async function readConditions(db: Database, adapters: Chosen): Promise<Conditions> {
  const [accountRows, tokens, down, stopped, problems] = [
    await readAccounts(db),
    await endingTokens(db),
    await sourcesDown(db, adapters),
    await stoppedFields(db),
    await taskProblems(db),
  ];
  return {
    'balance.low': accountRows.flatMap(lowBalance),
    'balance.exhausted': accountRows.flatMap(exhaustedBalance),
    'cap.reached': accountRows.flatMap(reachedCaps),
    'source.down': down,
    'source.shape': stopped,
    ...tokens,
    ...problems,
  };
}

interface Account {
  readonly id: number;
  readonly nombre: string;
  readonly available: bigint;
  readonly reserved: bigint;
  readonly tariff: bigint;
  readonly threshold: bigint | null;
  readonly perDay: bigint;
  readonly capDay: bigint | null;
  readonly capMonth: bigint | null;
  readonly spentDay: bigint;
  readonly spentMonth: bigint;
}

/** Reads the accounts that were charged lately. */
async function readAccounts(db: Database): Promise<Account[]> {
  const { saldo, reservado, integrationId } = accounts;
  const charged = db.$with('charged').as((query) =>
    query
      .select({
        id: sql<number>`integration_id`.as('charged_id'),
        lately: sql`sum(charged) FILTER (WHERE day >= ${paceStart()})`.as('lately'),
      })
      .from(sql`counted_integration_days`)
      .where(sql`day >= ${chargedStart()}`)
      .groupBy(sql`integration_id`)
      .having(sql`sum(charged) > 0`),
  );
  return db
    .with(charged)
    .select({
      id: integrations.id,
      nombre: integrations.nombre,
      available: sql`${saldo} - ${reservado}`.mapWith(saldo),
      reserved: reservado,
      tariff: tariffNow,
      threshold: integrations.low_balance,
      perDay: sql`coalesce(${spentPerDay(charged.lately, integrations)}, 0)`.mapWith(saldo),
      capDay: integrations.cap_day,
      capMonth: integrations.cap_month,
      ...spentNow,
    })
    .from(charged)
    .innerJoin(integrations, sql`${integrations.id} = ${charged.id}`)
    .innerJoin(accounts, sql`${integrationId} = ${charged.id}`);
}

function lowBalance({ id, nombre, available, threshold, perDay }: Account): Condition[] {
  const days = runwayDays(available, perDay);
  const lasts = days === undefined || days >= LOW_RUNWAY_DAYS;
  const isBelow = threshold !== null && available < threshold;
  if (lasts && !isBelow) return [];
  const data = {
    integration: nombre,
    available: formatQuetzales(available),
    ...(isBelow && { threshold: formatQuetzales(threshold) }),
    ...(days !== undefined && { days_left: days }),
  };
  return [{ subject: nombre, integrationId: id, data }];
}

function exhaustedBalance({ id, nombre, available, tariff }: Account): Condition[] {
  if (available >= tariff) return [];
  const [written, price] = [formatQuetzales(available), formatQuetzales(tariff)];
  const data = { integration: nombre, available: written, tariff: price };
  return [{ subject: nombre, integrationId: id, data }];
}

/** The subject names the day or month and the cap, so that each of them is notified anew. */
function reachedCaps(account: Account): Condition[] {
  const { id, nombre, reserved, tariff, capDay, capMonth, spentDay, spentMonth } = account;
  const today = dayOf(new Date());
  const caps = [
    { period: 'day', of: today, cap: capDay, spent: spentDay },
    { period: 'month', of: today.slice(0, 7), cap: capMonth, spent: spentMonth },
  ];
  return caps.flatMap(({ period, of, cap, spent }) => {
    if (cap === null || tariff === 0n || spent + reserved + tariff <= cap) return [];
    const data = { integration: nombre, period, cap: formatQuetzales(cap) };
    return [{ subject: `${nombre} ${of} ${data.cap}`, integrationId: id, data }];
  });
}

/** Reads the old tokens of rotations that were used in the last day and end in a week, or in a day. */
async function endingTokens(db: Database): Promise<Conditions> {
  const rows = await db.execute<{
    [column: string]: unknown;
    id: number;
    integration_id: number;
    nombre: string;
    prefix: string;
    last_four: string;
    ends_ms: number;
    kind: NoticeType;
  }>(sql`
    SELECT c.id, c.integration_id, i.nombre, c.prefix, c.last_four,
      extract(epoch FROM c.expires_at)::float8 * 1000 AS ends_ms,
      CASE WHEN c.expires_at <= now() + interval '24 hours' THEN 'token.old_used'
        ELSE 'token.ending' END AS kind
    FROM credentials c JOIN integrations i ON i.id = c.integration_id
    WHERE c.expires_at > now() AND c.expires_at <= now() + interval '7 days'
      AND EXISTS (SELECT FROM counted_credential_days d WHERE d.credential_id = c.id
        AND d.last_at >= now() - interval '24 hours')`);
  const of = (kind: NoticeType) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => {
        const token = maskedToken({ prefix: row.prefix, lastFour: row.last_four });
        const endsAt = new Date(row.ends_ms).toISOString();
        const data = { integration: row.nombre, token, ends_at: endsAt };
        return { subject: String(row.id), integrationId: row.integration_id, data };
      });
  return { 'token.ending': of('token.ending'), 'token.old_used': of('token.old_used') };
}

/**
 * Reads the sources that are down. One that nobody asks any more stays down until an answer shows
 * that it works, or no adapter uses it.
 */
async function sourcesDown(db: Database, adapters: Chosen): Promise<Condition[]> {
  const { sources } = await readHealth(db, adapters);
  const open = await db.execute<{ subject: string }>(
    sql`SELECT subject FROM episodes WHERE kind = 'source.down' AND closed_at IS NULL`,
  );
  return sources
    .filter(
      ({ source, state }) =>
        state === 'down' || (state === 'quiet' && open.some(({ subject }) => subject === source)),
    )
    .map(({ source, lookups }) => ({ subject: source, data: { source, lookups } }));
}

const ofSource = z.object({ lookups: z.array(z.enum(LOOKUPS)) });

/** Lists the lookups of a source that was down. Episodes of earlier builds name their family alone. */
export function lookupsDown({ subject, data }: Condition): readonly Lookup[] {
  const named = ofSource.safeParse(data).data?.lookups;
  return named ?? LOOKUPS.filter((lookup) => lookupFacts[lookup].family === subject);
}

/** Reads the fields of the sources that have stopped. */
async function stoppedFields(db: Database): Promise<Condition[]> {
  const drift = await readDrift(db);
  return drift.flatMap(({ lookup, name, state, since }) => {
    if (state !== 'stopped' || since === null) return [];
    const data = { lookup, field: name, since: since.toISOString() };
    return [{ subject: `${lookup} ${name}`, data }];
  });
}

/** Reads whether the last checks of the ledger and of the audit log found problems. */
async function taskProblems(db: Database): Promise<Conditions> {
  const rows = await db
    .select({
      name: taskRuns.name,
      problems: sql<number>`jsonb_array_length(coalesce(${taskRuns.result}->'problems', '[]'))`,
    })
    .from(taskRuns);
  const of = (task: string, subject: string) =>
    rows
      .filter(({ name, problems }) => name === task && problems > 0)
      .map(({ problems }) => ({ subject, data: { problems } }));
  return {
    'ledger.problem': of('ledger_verify', 'ledger'),
    'audit.problem': of('audit_verify', 'audit'),
  };
}
