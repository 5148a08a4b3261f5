import { LANGUAGES, type Language } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import { failureTexts } from '@/lib/contract/failure-texts';
import { FAILURES, type Failure } from '@/lib/contract/failures';
import { byLookup, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

/** Texts of the message files, and of the contract for lookups and failures. */
export type Messages = typeof es & {
  readonly lookups: Readonly<Record<Lookup, string>>;
  readonly failures: Readonly<Record<Failure, string>>;
  readonly explain: { readonly happened: Readonly<Record<Failure, string>> };
};

const files: Readonly<Record<Language, typeof es>> = { es, en };

export const messages: Readonly<Record<Language, Messages>> = recordOf(LANGUAGES, (language) => ({
  ...files[language],
  lookups: byLookup((lookup) => `${lookupFacts[lookup].label[language]} (${lookup})`),
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
