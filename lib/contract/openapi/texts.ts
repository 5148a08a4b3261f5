import { fill, LANGUAGES, type Language } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import type { Charge, Contact, Retry } from '@/lib/contract/failures';
import type { Family } from '@/lib/contract/families';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { countsIn, type LookupFacts, namesIn } from '@/lib/contract/lookups';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };

/** Requests that each limit allows: `global` per address and 15 minutes, the others per minute. */
export type Quotas = Readonly<Record<Family | 'global', number>>;

interface Advice {
  readonly charge: Readonly<Record<Charge | 'yes', string>>;
  readonly retry: Readonly<Record<Retry, string>>;
  readonly contactWhom: Readonly<Record<Contact, string>>;
}

/** Every text of the OpenAPI document in one language. */
export type ContractTexts = typeof es & Advice;

const files: Readonly<Record<Language, ContractTexts>> = { es, en };

/** The texts as the files have them, with the numbers that are the same in every deployment. */
export const contractTexts = recordOf(LANGUAGES, (language): ContractTexts => {
  const counts = countsIn(language);
  const Lookups = counts.lookups.charAt(0).toUpperCase() + counts.lookups.slice(1);
  const names = namesIn(language);
  const values = { ...counts, ...names, Lookups, kib: MAX_BODY_BYTES / 1024, ...keyFacts };
  return JSON.parse(fill(JSON.stringify(files[language]), values));
});

/** Describes the whole API, as Markdown. */
export function descriptionOf({ description }: ContractTexts, quotas: Quotas): string {
  return fill(description.join('\n\n'), quotas);
}

/** Writes one line about who may ask a lookup, how often and at what price. */
export function termsOf(
  { terms }: ContractTexts,
  { flag, family, billed }: LookupFacts,
  quota: number,
): string {
  const limit = family === 'catalogos' ? terms.sharedQuota : terms.quota;
  return fill([terms.flag, limit, billed ? terms.billed : terms.free].join(' '), { flag, quota });
}
