import {
  type Cause,
  causeOf,
  type EndingWord,
  responsibleFor,
  statusOf,
} from '@/lib/contract/ending';
import type { Responsible } from '@/lib/contract/failures';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { endingOf, type Outcome } from '@/lib/sources/answer';

/** What the record, the metrics, the log and the spans say of an outcome. */
export interface Verdict {
  readonly ending: EndingWord;
  readonly responsible: Responsible;
  readonly status: number;
  readonly cause: Cause | undefined;
}

export function verdictOf(lookup: Lookup, outcome: Outcome): Verdict {
  const { family } = lookupFacts[lookup];
  const ending = endingOf(outcome);
  return {
    ending: ending.word,
    responsible: responsibleFor(ending, family),
    status: statusOf(ending, family),
    cause: causeOf(ending),
  };
}

/** Returns the attributes of a span. */
export function attributesOf({ ending, responsible }: Verdict) {
  return { 'pasarela.outcome': ending, 'pasarela.responsible': responsible };
}

/** Returns what marks a span as failed, unless neither a source nor we are at fault. */
export function faultOf({ ending, responsible, cause }: Verdict): string | undefined {
  return responsible === 'source' || responsible === 'ours' ? (cause ?? ending) : undefined;
}
