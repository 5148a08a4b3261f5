import { describe, expect, it } from 'vitest';
import { PERIODS } from '@/lib/base/time/periods';
import { chartPeriod } from '@/lib/statistics/chart-periods';
import {
  parseCursor,
  parseView,
  periodOf,
  spanOf,
  writeCursor,
  writeSavedView,
  writeView,
} from './query-view';

const now = new Date('2026-11-21T15:16:17.123Z');

describe('the list of queries in an address', () => {
  it('is written as it was read, and reads nothing but filters', () => {
    const address =
      'integration=uno&lookup=omisos&status=404&outcome=source_not_found&charged=no&slower=500&request=req-12345&period=7d';
    const view = parseView({ ...Object.fromEntries(new URLSearchParams(address)), live: '1' });
    expect(writeView(view)).toBe(address);
    const nonsense = {
      integration: '../x',
      lookup: 'x',
      status: '999',
      slower: '-1',
      id: 'z.z',
      request: 'a b',
      period: 'x',
      from: '2026-13-41T99:99',
      charged: ['yes', 'no'],
    };
    expect(writeView(parseView(nonsense))).toBe('');
  });

  it('is kept without the identifier, with its period as a preset', () => {
    const kept = (address: string) =>
      writeSavedView(parseView(Object.fromEntries(new URLSearchParams(address))));
    const id = 'sealed-for_one-session';
    expect(kept(`lookup=rtu&id=${id}`)).toBe('lookup=rtu&period=24h');
    expect(kept(`period=7d&status=5xx&id=${id}&live=1&before=1_2`)).toBe('status=5xx&period=7d');
    const exact = 'charged=yes&from=2026-11-21T10%3A00&to=2026-11-21T11%3A00';
    expect(kept(exact)).toBe(exact);
    expect(kept('')).toBe('period=24h');
  });

  it('looks everywhere for one query, and at a day without being told', () => {
    expect(periodOf(parseView({}))).toBe('24h');
    expect(periodOf(parseView({ request: 'req-12345' }))).toBe('all');
    expect(periodOf(parseView({ request: 'req-12345', period: '7d' }))).toBe('7d');
    expect(periodOf(parseView({ period: '7d', to: '2026-11-21T10:00' }))).toBe('exact');
  });

  it('counts 24 hours and 7 days as the charts do', () => {
    const from = (period: string) => spanOf(parseView({ period }), now).from.toISOString();
    expect(from('1h')).toBe('2026-11-21T14:17:00.000Z');
    for (const period of PERIODS.statistics.filter((name) => name !== '90d' && name !== '13m')) {
      expect(from(period), period).toBe(chartPeriod(period, now).from.toISOString());
    }
    const yesterday = spanOf(parseView({ period: 'yesterday' }), now);
    expect(yesterday.to.toISOString()).toBe('2026-11-21T06:00:00.000Z');
  });

  it('takes exact times in the time of Guatemala, however they are written', () => {
    const exact = spanOf(parseView({ from: '21/11/2026 8:00', to: '2026-11-21T09:30:05' }), now);
    expect(exact).toEqual({
      from: new Date('2026-11-21T14:00:00Z'),
      to: new Date('2026-11-21T15:30:05Z'),
    });
  });

  it('begins a page behind a record, and nowhere when that is not one', () => {
    const cursor = { micros: 1_795_275_361_123_456n, id: '0193527e-6f00-7000-8000-000000000001' };
    expect(parseCursor(writeCursor(cursor))).toEqual(cursor);
    for (const text of [undefined, '', '1', ['1', '2'], `${writeCursor(cursor)}0`]) {
      expect(parseCursor(text)).toBeUndefined();
    }
  });
});
