import { expect, it } from 'vitest';
import { HOUR_MS } from '@/lib/base/time/time';
import { judgeDays, type LookupHour, STATUS_DAYS } from './lookup-days';

const now = new Date('2026-11-21T18:30:00Z');
const midnight = Date.parse('2026-11-21T06:00:00Z');

/** Hours after midnight in Guatemala, with queries and failures of the taxpayer registry. */
type Hour = readonly [hour: number, queries: number, failed: number];

function hours(...rows: readonly Hour[]) {
  return rows.map(
    ([hour, queries, failed]): LookupHour => ({
      lookup: 'rtu',
      startMs: midnight + hour * HOUR_MS,
      queries,
      failed,
    }),
  );
}
const lastDays = (...rows: readonly Hour[]) =>
  judgeDays(hours(...rows), now)
    .rtu.slice(-2)
    .map(({ state, troubleHours }) => [state, troubleHours]);

it('a day without three hours of twenty queries each is not judged', () => {
  const quiet = [2, 19, 19] as const;
  expect(lastDays([0, 20, 20], [1, 20, 20], quiet)[1]).toEqual(['no_data', 0]);
  expect(lastDays([0, 20, 20], [1, 20, 20], [2, 20, 0], quiet)[1]).toEqual(['bad', 2]);
});

it('an hour is one of trouble from one failure in twenty on', () => {
  const good = [0, 1, 2, 3].map((hour) => [hour, 100, 4] as const);
  expect(lastDays(...good)[1]).toEqual(['good', 0]);
  expect(lastDays(...good, [4, 100, 5])[1]).toEqual(['some', 1]);
  expect(lastDays(...good.slice(1), [4, 100, 5])[1]).toEqual(['bad', 1]);
});

it('a day begins at midnight in Guatemala', () => {
  const late = [-3, -2, -1].map((hour) => [hour, 50, 0] as const);
  expect(lastDays(...late)).toEqual([
    ['good', 0],
    ['no_data', 0],
  ]);
});

it('every lookup has ninety days, the last of them today', () => {
  const { omisos } = judgeDays([], now);
  expect([omisos.length, omisos[0]?.day, omisos.at(-1)?.day]).toEqual([
    STATUS_DAYS,
    '2026-08-24',
    '2026-11-21',
  ]);
});
