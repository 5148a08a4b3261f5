import { beforeEach, expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { HOUR_MS } from '@/lib/base/time/time';
import { ownDatabase } from '@/testing/database';
import { listIncidents } from './list';
import { type NewIncident, openIncident, type UpdateInput, updateIncident } from './post';

const { db, sql, act } = await ownDatabase();

const now = new Date();
const after = (ms: number) => new Date(now.getTime() + ms);
const open = (changes: Partial<NewIncident> = {}) =>
  act<NewIncident, number>(openIncident, {
    kind: 'incident',
    title: 'RTU lento',
    lookups: ['rtu'],
    impact: 'minor',
    text: 'Lo revisamos.',
    ...changes,
  });
const update = (input: UpdateInput) => act<UpdateInput, void>(updateIncident, input);
const one = async (id: number, at = now) => (await listIncidents(db, { id }, at))[0];

beforeEach(async () => {
  await sql`UPDATE incidents SET resolved_at = starts_at WHERE resolved_at IS NULL`;
});

it('an incident goes forwards through its states, may skip some, and ends once', async () => {
  const id = await open();
  await update({ id, state: 'monitoring', text: 'Ya responde.' });
  await expect(update({ id, state: 'identified', text: 'No' })).rejects.toMatchObject({
    code: 'incident_state',
  });
  await update({ id, state: 'monitoring', text: 'Sigue bien.' });
  await update({ id, state: 'resolved', text: 'Terminó.' });
  await expect(update({ id, state: 'resolved', text: 'Otra vez' })).rejects.toMatchObject({
    code: 'incident_ended',
  });
  const incident = await one(id);
  expect(incident?.resolvedAt).toBeInstanceOf(Date);
  expect(incident?.updates.map(({ state, text }) => [state, text])).toEqual([
    ['resolved', 'Terminó.'],
    ['monitoring', 'Sigue bien.'],
    ['monitoring', 'Ya responde.'],
    ['investigating', 'Lo revisamos.'],
  ]);
  expect(JSON.stringify(incident)).not.toContain('cli:');
  const [last] = await listAudit(db, {}, 1);
  expect(last).toMatchObject({
    action: 'incident.post',
    target: String(id),
    after: { title: 'RTU lento', state: 'resolved' },
  });
});

it('maintenance begins by the clock and is completed by people', async () => {
  const times = { kind: 'maintenance', startsAt: after(HOUR_MS), endsAt: after(2 * HOUR_MS) };
  const id = await open({ ...times, kind: 'maintenance' });
  expect((await one(id))?.state).toBe('scheduled');
  expect((await one(id, after(HOUR_MS)))?.state).toBe('in_progress');
  await expect(update({ id, state: 'in_progress', text: 'Ya' })).rejects.toMatchObject({
    code: 'incident_state',
  });
  await update({ id, state: 'completed', text: 'No hizo falta.' });
  expect((await one(id))?.state).toBe('completed');
});

it('an incomplete incident is rejected', async () => {
  const incomplete: readonly [string, Partial<NewIncident>][] = [
    ['incident_title', { title: '  ' }],
    ['incident_title', { title: 'x'.repeat(121) }],
    ['incident_text', { text: 'x'.repeat(2_001) }],
    ['incident_lookups', { lookups: [] }],
    ['incident_state', { state: 'resolved' }],
    ['incident_state', { state: 'scheduled' }],
    ['incident_times', { kind: 'maintenance' }],
    ['incident_times', { kind: 'maintenance', startsAt: after(HOUR_MS), endsAt: now }],
  ];
  for (const [code, changes] of incomplete) {
    await expect(open(changes)).rejects.toMatchObject({ code });
  }
  await expect(update({ id: 999_999, text: 'x' })).rejects.toMatchObject({
    code: 'incident_not_found',
  });
});

it('of two people who answer the same update, one is told that it changed', async () => {
  const id = await open();
  const expected = (await one(id))?.updates[0]?.id;
  const both = await Promise.allSettled(
    ['Uno', 'Otro'].map((text) => update({ id, state: 'identified', text, expected })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await one(id))?.updates).toHaveLength(2);
});

it('twenty are open at most, also when two people open the last at once', async () => {
  for (let n = 0; n < 19; n++) await open();
  const both = await Promise.allSettled([open(), open()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(open()).rejects.toMatchObject({ code: 'too_many_incidents' });
});
