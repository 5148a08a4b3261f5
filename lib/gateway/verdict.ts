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

/** Returns the attributes of the span of a call to a source, by OpenTelemetry's names for HTTP clients. */
export function callAttributes(url: string, { answered, verdict }: CallEnd) {
  const { hostname, port, protocol } = new URL(url);
  const fault = faultOf(verdict);
  const [, told] = /^status (\d{3})$/.exec(verdict.cause ?? '') ?? [];
  const status = told ?? (answered ? String(verdict.status) : undefined);
  return {
    ...attributesOf(verdict),
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(status && { 'http.response.status_code': Number(status) }),
    ...(fault && { 'error.type': told ?? fault }),
  };
}

interface CallEnd {
  /** Whether the source gave an answer that is passed on or read. */
  readonly answered: boolean;
  readonly verdict: Verdict;
}

/** Returns what marks a span as failed, unless neither a source nor we are at fault. */
export function faultOf({ ending, responsible, cause }: Verdict): string | undefined {
  return responsible === 'source' || responsible === 'ours' ? (cause ?? ending) : undefined;
}
