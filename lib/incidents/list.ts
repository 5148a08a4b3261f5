import { and, asc, desc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { INCIDENT_STATES, incidents, incidentUpdates } from '@/db/schema/index';
import { isLookup, type Lookup } from '@/lib/contract/lookups';

/** The states of the table, for forms. */
export const STATES = INCIDENT_STATES;
export type IncidentState = (typeof STATES)[number];
export type IncidentKind = 'incident' | 'maintenance';
export type Impact = 'minor' | 'major';

/** An update as everybody may read it: without its author. */
export interface IncidentUpdate {
  readonly id: number;
  readonly at: Date;
  readonly state: IncidentState;
  readonly text: string;
}

export interface Incident {
  readonly id: number;
  readonly kind: IncidentKind;
  readonly title: string;
  readonly lookups: readonly Lookup[];
  readonly impact: Impact;
  /** While it is under way, its lookups are refused without asking their source. */
  readonly switchesOff: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly resolvedAt: Date | null;
  readonly state: IncidentState;
  /** The newest first. */
  readonly updates: readonly IncidentUpdate[];
}

/** Which incidents to list: one, or those that are open or ended after an instant. */
export type IncidentFilter = { readonly id: number } | { readonly endedSince: Date };

/** Lists incidents and maintenance with their updates, the newest first. */
export async function listIncidents(
  db: Database | Transaction,
  filter: IncidentFilter,
  now: Date,
): Promise<Incident[]> {
  const matches =
    'id' in filter
      ? eq(incidents.id, filter.id)
      : or(isNull(incidents.resolvedAt), gte(incidents.resolvedAt, filter.endedSince));
  const rows = await db
    .select()
    .from(incidents)
    .where(and(matches))
    .orderBy(desc(incidents.startsAt), desc(incidents.id));
  const { id, at, state, text, incidentId } = incidentUpdates;
  const updates = await db
    .select({ id, at, state, text, incidentId })
    .from(incidentUpdates)
    .where(
      inArray(
        incidentId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(id));
  return rows.map(({ lookups, ...row }) => {
    const own = updates.filter((update) => update.incidentId === row.id).reverse();
    return {
      ...row,
      lookups: lookups.filter(isLookup),
      state: stateAt(row, own[0]?.state, now),
      updates: own.map(({ incidentId: _, ...update }) => update),
    };
  });
}

type Times = Pick<Incident, 'kind' | 'startsAt' | 'resolvedAt'>;

/** Returns the state of an incident by its last update, and of maintenance by the clock. */
export function stateAt(
  { kind, startsAt, resolvedAt }: Times,
  last: IncidentState | undefined,
  now: Date,
): IncidentState {
  if (kind === 'incident') return last ?? 'investigating';
  if (resolvedAt !== null) return 'completed';
  return now < startsAt ? 'scheduled' : 'in_progress';
}

/** Lists the present state and those that an update may give. Maintenance follows the clock until its end. */
export function statesAfter({ kind, state }: Pick<Incident, 'kind' | 'state'>): IncidentState[] {
  if (kind === 'maintenance') return [state, 'completed'];
  return STATES.slice(STATES.indexOf(state), STATES.indexOf('scheduled'));
}
