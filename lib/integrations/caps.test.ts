import { expect, it } from 'vitest';
import { blockingCap, capEnds, type Spending } from './caps';

const spending: Spending = {
  cap_day: 100n,
  cap_month: 1_000n,
  spentDay: 90n,
  spentMonth: 900n,
  tarifa: 10n,
};

it('blocks from the query on that would exceed a cap, and names the cap that lasts longer', () => {
  expect(blockingCap(spending)).toBeUndefined();
  expect(blockingCap({ ...spending, spentDay: 91n })).toBe('day');
  expect(blockingCap({ ...spending, spentDay: 91n, spentMonth: 991n })).toBe('month');
  expect(blockingCap({ ...spending, cap_day: null, spentDay: 500n })).toBeUndefined();
  expect(blockingCap({ ...spending, spentDay: 500n, tarifa: 0n })).toBeUndefined();
});

it('ends with the day or the month of Guatemala', () => {
  const now = new Date('2026-12-31T23:30:00-06:00');
  expect(capEnds('day', now).toISOString()).toBe('2027-01-01T06:00:00.000Z');
  expect(capEnds('month', now).toISOString()).toBe('2027-01-01T06:00:00.000Z');
  expect(capEnds('month', new Date('2026-11-02T12:00:00Z')).toISOString()).toBe(
    '2026-12-01T06:00:00.000Z',
  );
});
