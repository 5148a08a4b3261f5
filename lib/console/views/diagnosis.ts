import type { Database } from '@/db/client';
import { type LostAccess, lastAccessChange } from '@/lib/audit/access-change';
import { localMinute } from '@/lib/base/time/guatemala';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { isAnswer, readEnding } from '@/lib/contract/ending';
import { type Failure, failures } from '@/lib/contract/failures';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import {
  type CredentialView,
  lastEndedCredential,
  listCredentials,
} from '@/lib/integrations/list-credentials';
import { maskedToken } from '@/lib/integrations/token';
import { type Habits, readHabits } from '@/lib/recording/habits';
import { type RefusalReason, refusalReasons } from '@/lib/recording/list-refusals';
import { type Pages, pagesForStaff } from './pages';
import { parseView, type QueryView, spanOf, writeView } from './query-view';

interface Evidence {
  readonly count: number;
  /** Page that shows the queries. */
  readonly href: string;
}

interface GivesUp extends Evidence {
  readonly kind: 'gives_up';
  /** Seconds after which the client usually hangs up. */
  readonly from: number;
  readonly to: number;
}

interface OldToken {
  readonly kind: 'old_token';
  readonly count: number;
  readonly token: string;
  readonly expiresAt: Date | null;
}

/** Requests that were refused before their source. */
interface Refused extends Evidence {
  readonly kind: 'refused';
  readonly reason: Failure;
  readonly since: Date;
  readonly last: Date;
  /** The lookups that are not enabled, if that is the reason. */
  readonly lookups?: readonly Lookup[];
  /** Who last took the access away, if that is the reason. */
  readonly change?: Awaited<ReturnType<typeof lastAccessChange>>;
  /** The token that ended last, if that is the reason. */
  readonly token?: string;
}

/** What goes wrong for an integration. The messages have a text for each kind. */
export type Finding =
  | GivesUp
  | Refused
  | (Evidence & { readonly kind: 'repeats_failed' })
  | (Evidence & { readonly kind: 'pays_twice'; readonly amount: bigint })
  | { readonly kind: 'no_request_id'; readonly share: number; readonly href: string }
  | OldToken;

/** Least numbers that count as a habit. Every refusal counts. */
const LEAST = { givenUp: 3, failed: 5, paidTwice: 1, queries: 20, withoutId: 0.5 };
const MOST_REASONS = 3;
/** Period of what is read, and of the pages that show it. */
const PERIOD = '7d';

/** Finds what goes wrong for an integration in the records, refusals and tokens of a week. */
export async function diagnose(
  db: Database,
  { id, nombre }: { readonly id: number; readonly nombre: string },
  pages: Pages = pagesForStaff(nombre),
) {
  const week = spanOf({ period: PERIOD }, new Date());
  const [habits, reasons, credentials] = await Promise.all([
    readHabits(db, id, week.from),
    refusalReasons(db, { integrations: new Map([[id, nombre]]) }, week),
    listCredentials(db, id),
  ]);
  const correctable = reasons.flatMap((row) => {
    const reason = readEnding(row.reason);
    return isAnswer(reason) || !isCorrectable(reason) ? [] : [{ ...row, reason }];
  });
  const refused = correctable.slice(0, MOST_REASONS).map(async (row): Promise<Refused> => {
    const { reason, refusals: count, first: since, last } = row;
    const view = { integration: nombre, reason, lookup: undefined, period: PERIOD } as const;
    const loss = await lossBehind(db, id, row);
    return { kind: 'refused', count, reason, since, last, ...loss, href: pages.refusals(view) };
  });
  const [, old] = credentials;
  return {
    /** Queries that were read. */
    queries: habits.queries,
    findings: [
      ...(await Promise.all(refused)),
      ...(old ? oldTokenFindings(old) : []),
      ...habitFindings(habits, pages),
    ],
  };
}

/** Returns whether the integration or its administrator can do something about a refusal. */
export function isCorrectable(reason: Failure): boolean {
  const { responsible, contact } = failures[reason];
  return responsible === 'integrator' || contact !== 'nobody';
}

const LOSSES: Partial<Record<Failure, LostAccess>> = {
  integration_suspended: 'suspended',
  token_expired: 'tokens',
};

/** Finds who took the access away that refusals miss, the lookups, and the token that ended. */
async function lossBehind(
  db: Database,
  id: number,
  { reason, lookups, last }: Pick<RefusalReason, 'lookups' | 'last'> & { readonly reason: Failure },
): Promise<Pick<Refused, 'change' | 'token' | 'lookups'>> {
  const [lookup] = lookups;
  if (reason === 'not_enabled' && lookup !== undefined) {
    // Several lookups may have been disabled by different people.
    if (lookups.length > 1) return { lookups };
    const { flag } = lookupFacts[lookup];
    const change = await lastAccessChange(db, flag, id, new Date(last.getTime() + MINUTE_MS));
    return { lookups, ...(change && { change }) };
  }
  const lost = LOSSES[reason];
  if (lost === undefined) return {};
  const change = await lastAccessChange(db, lost, id, new Date(last.getTime() + MINUTE_MS));
  const ended = lost === 'tokens' ? await lastEndedCredential(db, id) : undefined;
  return { ...(change && { change }), ...(ended && { token: maskedToken(ended) }) };
}

function oldTokenFindings(old: CredentialView): Finding[] {
  const { queriesLately: count, expiresAt } = old;
  return count > 0 ? [{ kind: 'old_token', count, token: maskedToken(old), expiresAt }] : [];
}

function habitFindings(habits: Habits, { queries }: Pages): Finding[] {
  const { since, gaveUp, gaveUpFromMs, gaveUpToMs, paidTwice, repeatedFailures } = habits;
  const period = since === null ? { period: PERIOD } : { from: localMinute(since) };
  const listOf = (view: Partial<QueryView>) =>
    `${queries}?${writeView({ ...parseView(period), ...view })}`;
  const seconds = (ms: number | null) => Math.round((ms ?? 0) / SECOND_MS);
  const share = habits.queries === 0 ? 0 : habits.withoutRequestId / habits.queries;
  const found: (Finding | false)[] = [
    paidTwice >= LEAST.paidTwice && {
      kind: 'pays_twice',
      count: paidTwice,
      amount: habits.paidTwiceAmount,
      href: listOf({ charged: 'repeated' }),
    },
    gaveUp >= LEAST.givenUp && {
      kind: 'gives_up',
      count: gaveUp,
      from: seconds(gaveUpFromMs),
      to: seconds(gaveUpToMs),
      href: listOf({ outcome: 'client_gone' }),
    },
    repeatedFailures >= LEAST.failed && {
      kind: 'repeats_failed',
      count: repeatedFailures,
      href: listOf({ status: '4xx' }),
    },
    habits.queries >= LEAST.queries &&
      share >= LEAST.withoutId && { kind: 'no_request_id', share, href: listOf({}) },
  ];
  return found.filter((one) => one !== false);
}
