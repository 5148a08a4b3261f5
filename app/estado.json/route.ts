import { publicJson } from '@/app/(front)/estado/public-json';
import { sharedStatus } from '@/lib/console/views/shared-status';

export const dynamic = 'force-dynamic';

/** Serves the public status for programs. */
export async function GET(): Promise<Response> {
  const { measuredAt, headline, lookups, incidents } = await sharedStatus();
  return publicJson({
    measured_at: measuredAt,
    state: headline,
    lookups: lookups.map(({ lookup, state, since, days, outages }) => ({
      lookup,
      state,
      since: since ?? null,
      days: days.map(({ day, state: dayState, troubleHours }) => ({
        day,
        state: dayState,
        trouble_hours: troubleHours,
      })),
      outages,
    })),
    incidents: incidents.map(({ startsAt, endsAt, resolvedAt, ...incident }) => ({
      ...incident,
      starts_at: startsAt,
      ends_at: endsAt,
      resolved_at: resolvedAt,
    })),
  });
}
