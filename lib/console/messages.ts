import { byLookup, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { LANGUAGES, type Language } from '@/lib/language';
import { recordOf } from '@/lib/record';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

/** The texts of the message files, and those that the contract has for its lookups. */
export type Messages = typeof es & { readonly lookups: Readonly<Record<Lookup, string>> };

const files: Readonly<Record<Language, typeof es>> = { es, en };

/** The console's texts in each language. */
export const messages: Readonly<Record<Language, Messages>> = recordOf(LANGUAGES, (language) => ({
  ...files[language],
  lookups: byLookup((lookup) => `${lookupFacts[lookup].label[language]} (${lookup})`),
}));
