import type { HoldRequest } from '@/lib/billing/hold';
import { claimKey, type KeyedQuery, releaseKey } from '@/lib/billing/idempotency';
import { lookupFacts } from '@/lib/contract/lookups';
import { within } from '@/lib/deadline';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { type Outcome, refused } from './outcome';

const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * Makes a billed query under the integrator's key, if there is one: a query whose charge was made
 * before is made again at no charge. Without the header nothing changes and nothing is asked.
 */
export async function underKey(
  request: HoldRequest,
  body: unknown,
  call: Call,
  gateway: Gateway,
  make: (request: HoldRequest) => Promise<Outcome>,
): Promise<Outcome> {
  const { idempotencyKey: key, deadlineAt, trace } = call;
  if (key === null || !lookupFacts[request.lookup].billed) return make(request);
  if (!KEY_PATTERN.test(key)) return refused('idempotency_key_invalid');
  const { integrationId, queryId, lookup } = request;
  const digests = gateway.vault.digestsOf(JSON.stringify([lookup, body]));
  const keyed: KeyedQuery = { integrationId, key, digests, queryId };
  const claim = await within(deadlineAt, claimKey(gateway.sql, keyed));
  if (claim === 'reused') return refused('idempotency_key_reused');
  if (claim === 'under_way') return refused('idempotency_key_under_way');
  if (claim === 'free') trace.repeated = true;
  const outcome = await make({ ...request, free: claim === 'free' });
  await release(keyed, outcome, call, gateway);
  return outcome;
}

/**
 * A query of which nobody knows whether it was charged keeps its key until its hold must have been
 * released; one whose key cannot be given back now, as well.
 */
async function release(keyed: KeyedQuery, outcome: Outcome, call: Call, { sql, log }: Gateway) {
  if (outcome.kind === 'refused' && outcome.failure === 'unresolved') return;
  try {
    await within(call.deadlineAt, releaseKey(sql, keyed));
  } catch (error) {
    log.error({ event: 'key_kept', requestId: call.trace.requestId, err: error });
  }
}
