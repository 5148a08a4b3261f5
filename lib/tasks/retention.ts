import type { Database } from '@/db/client';
import type { Retention } from '@/lib/base/env/env';
import { isJsonObject } from '@/lib/base/values/json';
import { dropMonths } from '@/lib/recording/drop-months';
import { forgetRefusals } from '@/lib/recording/forget-refusals';
import { removeIdentifiers } from '@/lib/recording/remove-identifiers';
import { forgetHours } from '@/lib/statistics/forget';
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
    signInsForgotten: await forgetSignIns(db),
  };
}

function endOf(previous: unknown): Date | undefined {
  const text = isJsonObject(previous) ? previous.identifiersUntil : undefined;
  return typeof text === 'string' ? new Date(text) : undefined;
}
