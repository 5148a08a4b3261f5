import type { Database } from '@/db/client';
import type { Retention } from '@/lib/base/env/env';
import type { Logger } from '@/lib/base/telemetry/log';
import { isJsonObject } from '@/lib/base/values/json';
import { forgetNotices } from '@/lib/notices/forget';
import { dropMonths } from '@/lib/recording/drop-months';
import { forgetRefusals } from '@/lib/recording/forget-refusals';
import { removeIdentifiers } from '@/lib/recording/remove-identifiers';
import { coarsenDays, forgetHours } from '@/lib/statistics/forget';
import { forgetSignIns } from '@/lib/users/forget';
import { judgeClocks, readClocks } from './clocks';

/**
 * Deletes personal data whose time has passed, unless a clock may be wrong: what is deleted by a wrong
 * clock is gone for good. Ledger, audit log and daily statistics stay.
 */
export async function retain(
  db: Database,
  { identifiersDays, recordsMonths }: Retention,
  previous: unknown,
  log: Logger,
) {
  const clocks = await readClocks(db);
  const { problem, notes } = judgeClocks(clocks, {
    clockAt: dateOf(previous, 'clockAt'),
    doubtfulUntil: dateOf(previous, 'doubtfulUntil'),
  });
  if (problem !== undefined) {
    log.error({ event: 'clock_apart', problem, ...clocks });
    const { doubtfulUntil: _, ...kept } = isJsonObject(previous) ? previous : {};
    return { ...kept, ...notes, clockProblem: problem };
  }
  const monthsDropped = await dropMonths(db, recordsMonths, clocks.appAt);
  const { removed, until } = await removeIdentifiers(
    db,
    identifiersDays,
    dateOf(previous, 'identifiersUntil'),
  );
  return {
    ...notes,
    monthsDropped,
    identifiersRemoved: removed,
    identifiersUntil: until.toISOString(),
    refusalsForgotten: await forgetRefusals(db, recordsMonths),
    hoursForgotten: await forgetHours(db),
    daysCoarsenedUntil: await coarsenDays(db, textOf(previous, 'daysCoarsenedUntil')),
    signInsForgotten: await forgetSignIns(db),
    noticesForgotten: await forgetNotices(db),
  };
}

function dateOf(previous: unknown, name: string): Date | undefined {
  const text = textOf(previous, name);
  return text === undefined ? undefined : new Date(text);
}

function textOf(previous: unknown, name: string): string | undefined {
  const text = isJsonObject(previous) ? previous[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}
