import { expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES } from '@/lib/base/values/language';
import { formatsIn } from './messages';
import { readWritten, readWrittenDay, readWrittenMinute } from './written-time';

it.each([
  ['2026-11-22', '2026-11-22'],
  ['2026-11-22T09:05', '2026-11-22T09:05'],
  ['2026-11-22 09:05:30', '2026-11-22T09:05:30'],
  ['22/11/2026', '2026-11-22'],
  [' 3/4/2026, 9:05 ', '2026-04-03T09:05'],
  ['3-4-2026 23:59', '2026-04-03T23:59'],
  ['22 nov 2026', '2026-11-22'],
  ['22 de noviembre de 2026 a las 14:30', '2026-11-22T14:30'],
  ['1 Sept 2026', '2026-09-01'],
  ['AGO 1, 2026', '2026-08-01'],
  ['August 1, 2026 at 00:00', '2026-08-01T00:00'],
  ['29/02/2028', '2028-02-29'],
])('%s is %s', (text, read) => {
  expect(readWritten(text)).toBe(read);
});

it.each(['', 'ayer', '31/11/2026', '22/13/2026', '22 xyz 2026', '22/11/26', '22/11/2026 24:30'])(
  '"%s" is no date',
  (text) => {
    expect(readWritten(text)).toBeUndefined();
  },
);

it('reads what the console writes in either language', () => {
  const months = Array.from(
    { length: 12 },
    (_, month) => new Date(Date.UTC(2026, month, 9, 20, 7)),
  );
  for (const language of LANGUAGES) {
    const { minute, longMinute } = formatsIn(language).dateTime;
    for (const at of months) {
      for (const style of [minute, longMinute]) {
        const options = { ...style, timeZone: 'America/Guatemala' };
        const text = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], options).format(at);
        expect(readWritten(text), text).toBe(`${at.toISOString().slice(0, 8)}09T14:07`);
      }
    }
  }
});

it('leaves out a time or adds midnight', () => {
  expect(readWrittenDay('22/11/2026 14:30')).toBe('2026-11-22');
  expect(readWrittenMinute('22/11/2026')).toBe('2026-11-22T00:00');
  expect(readWrittenMinute('22/11/2026 14:30')).toBe('2026-11-22T14:30');
});
