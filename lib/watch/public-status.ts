import type { Database } from '@/db/client';
import type { Chosen } from '@/lib/base/env/source-settings';
import { DAY_MS } from '@/lib/base/time/time';
import { byLookup, LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { type Incident, listIncidents } from '@/lib/incidents/list';
import { listEpisodes, type Span } from '@/lib/notices/episodes';
import { type Health, type LookupHealth, readHealth } from '@/lib/statistics/health';
import { type LookupDay, readLookupDays, STATUS_DAYS } from '@/lib/statistics/lookup-days';
import { lookupsDown } from './conditions';

/** States of a lookup on the public status, the worst last. */
export const SHOWN_STATES = [
  'quiet',
  'operational',
  'under_maintenance',
  'degraded_performance',
  'major_outage',
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

const MEASURED = {
  quiet: 'quiet',
  fine: 'operational',
  failing: 'degraded_performance',
  down: 'major_outage',
} as const satisfies Readonly<Record<LookupHealth['state'], ShownState>>;

export type Outage = Pick<Span, 'from' | 'to'>;

export interface LookupStatus {
  readonly lookup: Lookup;
  readonly state: ShownState;
  /** When the present trouble began, where it is known. */
  readonly since?: Date;
  /** The last failure, when the lookup answered since. */
  readonly calmSince?: Date;
  readonly days: readonly LookupDay[];
  /** When its source did not answer, as measured, the oldest first. */
  readonly outages: readonly Outage[];
}

export interface PublicStatus {
  readonly measuredAt: Date;
  /** The state of the worst lookup. */
  readonly headline: ShownState;
  readonly lookups: readonly LookupStatus[];
  /** Open ones and those that ended in the days shown, the newest first. */
  readonly incidents: readonly Incident[];
}

type StateOf = Pick<LookupStatus, 'state' | 'since' | 'calmSince'>;

/** Joins what was measured with what people say. The worse of both is shown. */
export function statesOf(
  { lookups }: Pick<Health, 'lookups'>,
  incidents: readonly Incident[],
): Readonly<Record<Lookup, StateOf>> {
  return byLookup((lookup) => {
    const { state: measured, ...times } = lookups[lookup];
    const posted = incidents
      .filter((incident) => incident.lookups.includes(lookup))
      .flatMap((incident) => {
        const state = stateOfIncident(incident);
        return state === undefined ? [] : [{ state, since: incident.startsAt }];
      });
    return worst<StateOf>([{ state: MEASURED[measured], ...times }, ...posted]);
  });
}

function worst<Item extends { readonly state: ShownState }>(items: readonly Item[]): Item {
  return items.reduce((one, other) => (rank(other.state) > rank(one.state) ? other : one));
}

function rank(state: ShownState): number {
  return SHOWN_STATES.indexOf(state);
}

/** Returns the state into which an incident puts its lookups; undefined when it puts them into none. */
export function stateOfIncident({
  kind,
  state,
  impact,
  switchesOff,
}: Incident): ShownState | undefined {
  if (state === 'resolved' || state === 'completed' || state === 'scheduled') return undefined;
  if (kind === 'maintenance') return 'under_maintenance';
  return impact === 'major' || switchesOff ? 'major_outage' : 'degraded_performance';
}

/** Reads the present state of each lookup. */
export async function readStates(db: Database, adapters: Chosen, now: Date) {
  const ended = { endedSince: daysBefore(now) };
  const [health, incidents] = await Promise.all([
    readHealth(db, adapters),
    listIncidents(db, ended, now),
  ]);
  return { states: statesOf(health, incidents), incidents };
}

/** Reads the present status, the days before it, and what people posted in them. */
export async function readStatus(db: Database, adapters: Chosen): Promise<PublicStatus> {
  const now = new Date();
  const [{ states, incidents }, days, down] = await Promise.all([
    readStates(db, adapters, now),
    readLookupDays(db, now),
    listEpisodes(db, 'source.down', daysBefore(now)),
  ]);
  const lookups = LOOKUPS.map((lookup) => ({
    lookup,
    ...states[lookup],
    days: days[lookup],
    outages: down
      .filter((episode) => lookupsDown(episode).includes(lookup))
      .map(({ from, to }) => ({ from, to })),
  }));
  return { measuredAt: now, headline: worst(lookups).state, lookups, incidents };
}

function daysBefore(now: Date): Date {
  return new Date(now.getTime() - STATUS_DAYS * DAY_MS);
}
