import type { Database } from '@/db/client';
import type { Retention } from '@/lib/base/env/env';
import { isJsonObject } from '@/lib/base/values/json';
import { dropMonths } from '@/lib/recording/drop-months';
import { forgetRefusals } from '@/lib/recording/forget-refusals';
import { removeIdentifiers } from '@/lib/recording/remove-identifiers';
import { coarsenDays, forgetHours } from '@/lib/statistics/forget';
import { forgetSignIns } from '@/lib/users/forget';

/** Deletes personal data whose time has passed. Ledger, audit log and daily statistics stay. */
export async function retain(
  db: Database,
  { identifiersDays, recordsMonths }: Retention,
  previous: unknown,
) {
  const monthsDropped = await dropMonths(db, recordsMonths);
  const { removed, until } = await removeIdentifiers(db, identifiersDays, endOf(previous));
  return {
    monthsDropped,
    identifiersRemoved: removed,
    identifiersUntil: until.toISOString(),
    refusalsForgotten: await forgetRefusals(db, recordsMonths),
    hoursForgotten: await forgetHours(db),
    daysCoarsenedUntil: await coarsenDays(db, textOf(previous, 'daysCoarsenedUntil')),
    signInsForgotten: await forgetSignIns(db),
  };
}

function endOf(previous: unknown): Date | undefined {
  const text = textOf(previous, 'identifiersUntil');
  return text === undefined ? undefined : new Date(text);
}

function textOf(previous: unknown, name: string): string | undefined {
  const text = isJsonObject(previous) ? previous[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}
