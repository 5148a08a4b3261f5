import type { Database } from '@/db/client';
import { DAY_MS, SECOND_MS } from '@/lib/base/time/time';
import { isAnswer, readEnding } from '@/lib/contract/ending';
import { type Failure, failures } from '@/lib/contract/failures';
import { type CredentialView, listCredentials } from '@/lib/integrations/list-credentials';
import { maskedToken } from '@/lib/integrations/token';
import { HABIT_DAYS, type Habits, readHabits } from '@/lib/recording/habits';
import { refusalsByReason } from '@/lib/recording/list-refusals';
import { queryPath } from './query-place';
import { refusalsPath } from './refusal-view';

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

/** A mistake of an integrator's client. The messages have a text for each. */
export type Finding =
  | GivesUp
  | (Evidence & { readonly kind: 'repeats_refused'; readonly reason: Failure })
  | (Evidence & { readonly kind: 'repeats_failed' })
  | (Evidence & { readonly kind: 'pays_twice'; readonly amount: bigint })
  | { readonly kind: 'no_request_id'; readonly share: number; readonly href: string }
  | OldToken;

/** Least numbers that count as a habit. */
const LEAST = { givenUp: 3, refused: 20, failed: 5, paidTwice: 1, queries: 20, withoutId: 0.5 };
const MOST_REASONS = 3;

/** Finds mistakes of an integrator's client in the records, refusals and tokens of a week. */
export async function diagnose(
  db: Database,
  { id, nombre }: { readonly id: number; readonly nombre: string },
) {
  const to = new Date();
  const week = { from: new Date(to.getTime() - HABIT_DAYS * DAY_MS), to };
  const [habits, refused, credentials] = await Promise.all([
    readHabits(db, id),
    refusalsByReason(db, { integrations: new Map([[id, nombre]]) }, week, { limit: 10 }),
    listCredentials(db, id),
  ]);
  const queries = `/console/integrations/${nombre}/queries`;
  const repeated = refused.flatMap((row): Finding[] => {
    const reason = readEnding(row.reason);
    if (isAnswer(reason) || row.refusals < LEAST.refused || !isFinal(reason)) return [];
    const view = { integration: nombre, reason, lookup: undefined, period: '7d' as const };
    return [{ kind: 'repeats_refused', count: row.refusals, reason, href: refusalsPath(view) }];
  });
  const [, old] = credentials;
  return {
    /** Queries that were read. */
    queries: habits.queries,
    findings: [
      ...repeated.slice(0, MOST_REASONS),
      ...(old ? oldTokenFindings(old) : []),
      ...habitFindings(habits, queries),
    ],
  };
}

function oldTokenFindings(old: CredentialView): Finding[] {
  const { queriesLately: count, expiresAt } = old;
  return count > 0 ? [{ kind: 'old_token', count, token: maskedToken(old), expiresAt }] : [];
}

/** True when a request is refused again until it, or a setting, changes. */
function isFinal(reason: Failure): boolean {
  return ['corrected', 'resolved'].includes(failures[reason].retry);
}

function habitFindings(habits: Habits, queries: string): Finding[] {
  const { gaveUp, gaveUpFromMs, gaveUpToMs, paidTwice, paidTwiceId, repeatedFailures } = habits;
  const seconds = (ms: number | null) => Math.round((ms ?? 0) / SECOND_MS);
  const share = habits.queries === 0 ? 0 : habits.withoutRequestId / habits.queries;
  const found: (Finding | false)[] = [
    paidTwice >= LEAST.paidTwice && {
      kind: 'pays_twice',
      count: paidTwice,
      amount: habits.paidTwiceAmount,
      href: queryPath(paidTwiceId ?? ''),
    },
    gaveUp >= LEAST.givenUp && {
      kind: 'gives_up',
      count: gaveUp,
      from: seconds(gaveUpFromMs),
      to: seconds(gaveUpToMs),
      href: `${queries}?status=none&period=7d`,
    },
    repeatedFailures >= LEAST.failed && {
      kind: 'repeats_failed',
      count: repeatedFailures,
      href: `${queries}?status=4xx&period=7d`,
    },
    habits.queries >= LEAST.queries &&
      share >= LEAST.withoutId && { kind: 'no_request_id', share, href: queries },
  ];
  return found.filter((one) => one !== false);
}
