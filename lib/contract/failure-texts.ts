import type { Localized } from '@/lib/language';
import texts from './failure-texts.json' with { type: 'json' };
import type { Failure } from './failures';

interface FailureTexts {
  /** Name in lists of the console. */
  readonly label: Localized;
  /** One sentence on what happened. */
  readonly summary: Localized;
  /** The same in the explanation of a record, where the summary does not fit. */
  readonly inRecord?: Localized;
  /** More for integrators. Failures that they cannot see have none. */
  readonly description?: Localized;
}

/** What people read about each failure. */
export const failureTexts: Readonly<Record<Failure, FailureTexts>> = texts;
