import type { Language } from '@/lib/base/values/language';

/** Short dates. The parts of Spanish ones have two digits, so that they align in tables. */
const DATE = {
  es: { day: '2-digit', month: '2-digit', year: 'numeric' },
  en: { day: 'numeric', month: 'short', year: 'numeric' },
} as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SECOND = { ...MINUTE, second: '2-digit' } as const;

/** Formats of dates and times, all in 24 hours. Long ones are for changes of money or tariffs. */
export const formatsIn = (language: Language) =>
  ({
    dateTime: {
      day: DATE[language],
      minute: { ...DATE[language], ...MINUTE },
      second: { ...DATE[language], ...SECOND },
      longDay: { dateStyle: 'long' },
      longMinute: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
      longSecond: { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' },
    },
  }) as const;
