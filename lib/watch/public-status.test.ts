import { expect, it } from 'vitest';
import { byLookup } from '@/lib/contract/lookups';
import type { Incident } from '@/lib/incidents/list';
import type { SourceState } from '@/lib/statistics/health';
import { statesOf } from './public-status';

const at = new Date('2026-11-23T12:00:00Z');

function stateWith(measured: SourceState, ...changes: readonly Partial<Incident>[]) {
  const incidents = changes.map(
    (change, id): Incident => ({
      id,
      kind: 'incident',
      title: 't',
      lookups: ['rtu'],
      impact: 'minor',
      startsAt: at,
      endsAt: null,
      resolvedAt: null,
      state: 'investigating',
      updates: [],
      switchesOff: false,
      ...change,
    }),
  );
  const states = statesOf({ lookups: byLookup(() => ({ state: measured })) }, incidents);
  expect(states.renap.since).toBeUndefined();
  return states.rtu.state;
}

it('a state is the worse of what was measured and what people say', () => {
  expect(stateWith('quiet')).toBe('quiet');
  expect(stateWith('fine')).toBe('operational');
  expect(stateWith('fine', {})).toBe('degraded_performance');
  expect(stateWith('fine', {}, { impact: 'major' })).toBe('major_outage');
  expect(stateWith('quiet', { switchesOff: true })).toBe('major_outage');
  expect(stateWith('fine', { kind: 'maintenance', state: 'in_progress' })).toBe(
    'under_maintenance',
  );
});

it('people cannot make a state better', () => {
  expect(stateWith('down', {})).toBe('major_outage');
  expect(stateWith('down', { kind: 'maintenance', state: 'in_progress' })).toBe('major_outage');
  expect(stateWith('failing', { state: 'resolved', resolvedAt: at })).toBe('degraded_performance');
});

it('maintenance ahead and what has ended change no state', () => {
  expect(stateWith('fine', { kind: 'maintenance', state: 'scheduled' })).toBe('operational');
  expect(stateWith('fine', { impact: 'major', state: 'resolved' })).toBe('operational');
  expect(stateWith('fine', { lookups: ['omisos'], impact: 'major' })).toBe('operational');
});
