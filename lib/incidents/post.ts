import { count, eq, isNull, sql } from 'drizzle-orm';
import { incidents, incidentUpdates } from '@/db/schema/index';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import type { Lookup } from '@/lib/contract/lookups';
import {
  type Impact,
  type IncidentKind,
  type IncidentState,
  listIncidents,
  STATES,
  stateAt,
  statesAfter,
} from './list';

export const MAX_TITLE = 120;
export const MAX_TEXT = 2_000;
const MAX_OPEN = 20;

export const FINAL_STATES: Readonly<Record<IncidentKind, IncidentState>> = {
  incident: 'resolved',
  maintenance: 'completed',
};

export interface NewIncident {
  readonly kind: IncidentKind;
  readonly title: string;
  readonly lookups: readonly Lookup[];
  readonly impact: Impact;
  readonly text: string;
  /** Now, unless maintenance is announced ahead. */
  readonly startsAt?: Date | undefined;
  /** Required for maintenance. */
  readonly endsAt?: Date | undefined;
  /** First state of an incident; maintenance follows the clock. */
  readonly state?: IncidentState | undefined;
}

/**
 * Opens an incident or announces maintenance, and returns its id. Throws {@link Rejection}
 * `incident_…` or `too_many_incidents`.
 */
export async function openIncident(
  ctx: Change<'incident.post'>,
  { kind, title: given, lookups, impact, text, endsAt, ...input }: NewIncident,
): Promise<number> {
  const { tx } = ctx;
  const title = textWithin(given, MAX_TITLE, 'incident_title');
  const now = new Date();
  const startsAt = kind === 'maintenance' ? (input.startsAt ?? now) : now;
  if (lookups.length === 0) throw new Rejection('incident_lookups', 'Name at least one lookup.');
  if (kind === 'maintenance' && !(endsAt && endsAt > startsAt)) {
    throw new Rejection('incident_times', 'Maintenance needs an end after its start.');
  }
  const state =
    kind === 'incident'
      ? (input.state ?? 'investigating')
      : stateAt({ kind, startsAt, resolvedAt: null }, undefined, now);
  if (isMaintenance(state) !== (kind === 'maintenance') || state === FINAL_STATES[kind]) {
    throw new Rejection('incident_state', 'This state does not open it.');
  }
  // Nobody else opens one until the commit, so that the limit holds.
  await tx.execute(sql`LOCK TABLE ${incidents} IN SHARE ROW EXCLUSIVE MODE`);
  const [open] = await tx
    .select({ n: count() })
    .from(incidents)
    .where(isNull(incidents.resolvedAt));
  if ((open?.n ?? 0) >= MAX_OPEN) {
    throw new Rejection('too_many_incidents', `${MAX_OPEN} incidents are open: resolve one first.`);
  }
  const [row] = await tx
    .insert(incidents)
    .values({
      kind,
      title,
      lookups: [...lookups],
      impact,
      startsAt,
      endsAt: kind === 'maintenance' ? endsAt : null,
    })
    .returning({ id: incidents.id });
  if (row === undefined) throw new Error('No incident was inserted.');
  await addUpdate(ctx, { id: row.id, title, state, text });
  return row.id;
}

/**
 * Opens an incident or announces maintenance as {@link openIncident} does. Its lookups are refused
 * while it is under way, so an incident is major.
 */
export async function switchOff(
  ctx: Change<'incident.post' | 'incident.switch_off'>,
  input: NewIncident,
): Promise<number> {
  const id = await openIncident(ctx, { ...input, impact: 'major' });
  await ctx.tx.update(incidents).set({ switchesOff: true }).where(eq(incidents.id, id));
  const { title, lookups } = input;
  await writeAudit(ctx, 'incident.switch_off', {
    target: String(id),
    after: { title, switchedOff: lookups },
  });
  return id;
}

export interface UpdateInput {
  readonly id: number;
  /** Missing for maintenance that goes on. */
  readonly state?: IncidentState | undefined;
  readonly text: string;
  /** Id of the last update that the form showed. */
  readonly expected?: number | undefined;
}

/**
 * Adds an update. States go forwards only, and the last is final. Throws {@link Rejection}
 * `incident_not_found`, `incident_ended`, `incident_state`, `incident_text`, `changed_meanwhile` or,
 * when it would switch lookups on again, `incident_switches_on`.
 */
export async function updateIncident(
  ctx: Change<'incident.post'>,
  input: UpdateInput,
): Promise<void> {
  const { switchesOn } = await addState(ctx, input);
  if (!switchesOn) return;
  throw new Rejection('incident_switches_on', 'Ending it switches lookups on again.');
}

/** As {@link updateIncident}; the last state switches the lookups of the incident on again. */
export async function switchOn(
  ctx: Change<'incident.post' | 'incident.switch_off'>,
  input: UpdateInput,
): Promise<void> {
  const { title, lookups, switchesOn } = await addState(ctx, input);
  if (!switchesOn) return;
  const sides = { before: { title, switchedOff: lookups }, after: { title, switchedOff: [] } };
  await writeAudit(ctx, 'incident.switch_off', { target: String(input.id), ...sides });
}

async function addState(
  ctx: Change<'incident.post'>,
  { id, state: given, text, expected }: UpdateInput,
) {
  const { tx } = ctx;
  await tx.select().from(incidents).where(eq(incidents.id, id)).for('update');
  const [incident] = await listIncidents(tx, { id }, new Date());
  if (incident === undefined) {
    throw new Rejection('incident_not_found', `There is no incident ${id}.`);
  }
  const { kind, title, state: present, updates, resolvedAt } = incident;
  assertUnchanged(expected === undefined || expected === updates[0]?.id, 'incident');
  if (resolvedAt !== null) throw new Rejection('incident_ended', `Incident ${id} has ended.`);
  const state = given ?? present;
  const final = FINAL_STATES[kind];
  if (!statesAfter(incident).includes(state)) {
    throw new Rejection('incident_state', `${state} does not follow ${present}.`);
  }
  if (state === final) {
    const resolved = { resolvedAt: sql`clock_timestamp()` };
    await tx.update(incidents).set(resolved).where(eq(incidents.id, id));
  }
  await addUpdate(ctx, { id, title, state, text });
  return { title, lookups: incident.lookups, switchesOn: incident.switchesOff && state === final };
}

interface NewUpdate {
  readonly id: number;
  readonly title: string;
  readonly state: IncidentState;
  readonly text: string;
}

async function addUpdate(ctx: Change<'incident.post'>, { id, title, state, text }: NewUpdate) {
  await ctx.tx.insert(incidentUpdates).values({
    incidentId: id,
    state,
    actor: ctx.permit.actor,
    text: textWithin(text, MAX_TEXT, 'incident_text'),
  });
  await writeAudit(ctx, 'incident.post', { target: String(id), after: { title, state } });
}

function isMaintenance(state: IncidentState): boolean {
  return STATES.indexOf(state) >= STATES.indexOf('scheduled');
}

function textWithin(given: string, max: number, code: 'incident_title' | 'incident_text'): string {
  const text = given.trim();
  if (text !== '' && text.length <= max) return text;
  throw new Rejection(code, `Write between 1 and ${max} characters.`);
}
