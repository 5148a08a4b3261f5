import { expect, it } from 'vitest';
import { PERIODS } from '@/lib/base/time/periods';
import { parseStatement, writeStatement } from './statement-view';

/** Half past nine in the evening of 30 November in Guatemala: December in UTC. */
const NOW = new Date('2026-12-01T03:30:00Z');

it.each([
  ['30d', '2026-11-01', '2026-11-30', '2026-11-01T06:00:00.000Z', undefined],
  ['7d', '2026-11-24', '2026-11-30', '2026-11-24T06:00:00.000Z', undefined],
  ['month', '2026-11-01', '2026-11-30', '2026-11-01T06:00:00.000Z', undefined],
  [
    'last-month',
    '2026-10-01',
    '2026-10-31',
    '2026-10-01T06:00:00.000Z',
    '2026-11-01T06:00:00.000Z',
  ],
  ['all', undefined, undefined, undefined, undefined],
] as const)('%s is in days of Guatemala', (period, firstDay, lastDay, from, to) => {
  const view = parseStatement({ period }, NOW);
  expect({ ...view, from: view.from?.toISOString(), to: view.to?.toISOString() }).toEqual({
    preset: period,
    firstDay,
    lastDay,
    from,
    to,
    kinds: [],
  });
});

it('a period of one’s own takes both its days, in either order, and may be open', () => {
  const view = parseStatement({ period: '7d', from: '2026-10-31', to: '2026-10-01' }, NOW);
  expect(view).toEqual({
    preset: 'custom',
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    from: new Date('2026-10-01T06:00:00Z'),
    to: new Date('2026-11-01T06:00:00Z'),
    kinds: [],
  });
  const open = parseStatement({ from: '2026-10-01' }, NOW);
  expect(open).toMatchObject({ preset: 'custom', lastDay: undefined, to: undefined });
});

it('parameters without a meaning are ignored', () => {
  const usual = parseStatement({}, NOW);
  expect(usual.preset).toBe('30d');
  for (const bad of [
    { period: 'year' },
    { from: '2026-02-30', to: 'x' },
    { from: ['2026-01-01', '2026-01-02'] },
    { kind: ['cobro', 'gift'] },
    { kind: '' },
  ]) {
    expect(parseStatement(bad, NOW)).toEqual(usual);
  }
});

it('writes the view of a statement as it reads it', () => {
  const views = [
    ...PERIODS.statement.map((period) => ({ period })),
    { from: '2026-01-01' },
    { to: '2026-01-01', kind: 'cobro' },
    { from: '2026-01-01', to: '2026-02-01', kind: ['devolucion', 'recarga'] },
  ].map((parameters) => parseStatement(parameters, NOW));
  for (const view of views) {
    const query = new URLSearchParams(writeStatement(view));
    const kind = query.getAll('kind');
    expect(parseStatement({ ...Object.fromEntries(query), kind }, NOW)).toEqual(view);
  }
  expect(writeStatement(parseStatement({}, NOW))).toBe('');
});
