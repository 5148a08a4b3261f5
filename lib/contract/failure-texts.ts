import { fill, type Localized } from '@/lib/base/values/language';
import texts from './failure-texts.json' with { type: 'json' };
import type { Failure } from './failures';
import { keyFacts } from './idempotency-key';

interface FailureTexts {
  /** Name in lists of the console. */
  readonly label: Localized;
  /** One sentence on what happened. */
  readonly summary: Localized;
  /** Replaces the summary in the explanation of a record. */
  readonly inRecord?: Localized;
  /** More detail for integrators. Failures that they cannot see have none. */
  readonly description?: Localized;
}

/** Texts about each failure, for people. */
export const failureTexts: Readonly<Record<Failure, FailureTexts>> = withNumbers(texts);

function withNumbers<Texts>(given: Texts): Texts {
  return JSON.parse(fill(JSON.stringify(given), keyFacts));
}
