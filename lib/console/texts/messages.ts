import { LANGUAGES, type Language } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import { failureTexts } from '@/lib/contract/failure-texts';
import { FAILURES, type Failure } from '@/lib/contract/failures';
import { byLookup, type Lookup, titleAndPath, titleOf } from '@/lib/contract/lookups';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

/** Texts of the message files, and of the contract for lookups and failures. */
export type Messages = typeof es & {
  readonly lookups: Readonly<Record<Lookup, string>>;
  readonly lookupsAndPaths: Readonly<Record<Lookup, string>>;
  readonly failures: Readonly<Record<Failure, string>>;
  readonly explain: { readonly happened: Readonly<Record<Failure, string>> };
};

const files: Readonly<Record<Language, typeof es>> = { es, en };

export const messages: Readonly<Record<Language, Messages>> = recordOf(LANGUAGES, (language) => ({
  ...files[language],
  lookups: byLookup((lookup) => titleOf(lookup, language)),
  lookupsAndPaths: byLookup((lookup) => titleAndPath(lookup, language)),
  failures: recordOf(FAILURES, (name) => failureTexts[name].label[language]),
  explain: {
    ...files[language].explain,
    happened: {
      ...files[language].explain.happened,
      ...recordOf(FAILURES, (name) => {
        const { inRecord, summary } = failureTexts[name];
        return (inRecord ?? summary)[language];
      }),
    },
  },
}));

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
