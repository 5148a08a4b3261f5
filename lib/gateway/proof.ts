import type { Query } from '@/lib/billing/hold';
import type { Identifiers } from '@/lib/contract/lookup-types';
import { CONTENTS } from '@/lib/keys/proof';
import type { Outcome } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';

/**
 * Adds a proof of a 200 over the exact text of the answer. A defect of signing is logged and counted;
 * the answer leaves without the header.
 */
export function addProof(
  { queryId, lookup }: Query,
  identifiers: Identifiers,
  outcome: Outcome,
  { trace }: Call,
  { signProof, log, metrics }: Gateway,
): void {
  if (signProof === undefined || outcome.kind !== 'answered') return;
  const cnt = CONTENTS.find((word) => word === outcome.ending.word);
  if (cnt === undefined) return;
  try {
    const facts = { jti: queryId, int: trace.integration ?? '', con: lookup, cnt };
    trace.proof = signProof(facts, Object.values(identifiers).flat(), outcome.body);
    metrics.proofs.inc();
  } catch (error) {
    metrics.proofFailures.inc();
    log.error({ event: 'proof_failed', requestId: trace.requestId, err: error });
  }
}
