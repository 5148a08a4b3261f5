import { within } from '@/lib/base/time/deadline';
import type { Query } from '@/lib/billing/hold';
import { claimKey, type KeyedQuery, releaseKey } from '@/lib/billing/idempotency';
import { KEY_PATTERN } from '@/lib/contract/idempotency-key';
import { lookupFacts } from '@/lib/contract/lookups';
import { type Failed, failed, type Outcome } from '@/lib/sources/answer';
import type { Call } from './call';
import type { Gateway } from './gateway';
import { time } from './trace';

const pattern = new RegExp(KEY_PATTERN);

/** A query's claim on an idempotency key. */
export interface Claim {
  readonly kind: 'claimed';
  /** `undefined` for a query without a key. */
  readonly keyed?: KeyedQuery;
  /** A query under the key was charged before, so this one is free. */
  readonly free: boolean;
}

/** Claims the idempotency key of a billed query. Does nothing without the header. */
export async function claim(
  query: Pick<Query, 'integrationId' | 'queryId' | 'lookup'>,
  input: unknown,
  { idempotencyKey: key, deadlineAt, trace }: Call,
  { sql, vault }: Gateway,
): Promise<Claim | Failed> {
  if (key === null || !lookupFacts[query.lookup].billed) return { kind: 'claimed', free: false };
  if (!pattern.test(key)) return failed('idempotency_key_invalid');
  const { integrationId, queryId, lookup } = query;
  const digests = vault.digestsOf(JSON.stringify([lookup, input]));
  const keyed: KeyedQuery = { integrationId, key, digests, queryId };
  const claimed = await time(trace, 'claim', within(deadlineAt, claimKey(sql, keyed)));
  if (claimed === 'reused') return failed('idempotency_key_reused');
  if (claimed === 'under_way') return failed('idempotency_key_under_way');
  if (claimed === 'spent') return failed('idempotency_key_spent');
  return { kind: 'claimed', keyed, free: claimed === 'free' };
}

/**
 * Releases the key of a query that ended or threw, so that its repetition need not wait. If the
 * charge is unknown, or the release fails, the key stays claimed until the query's hold is released.
 */
export async function release(
  { keyed }: Claim,
  outcome: Outcome | undefined,
  settleBy: number,
  { trace }: Call,
  { sql, log }: Gateway,
): Promise<void> {
  if (keyed === undefined) return;
  if (outcome?.kind === 'failed' && outcome.failure === 'unresolved') return;
  try {
    await within(settleBy, releaseKey(sql, keyed));
  } catch (error) {
    log.error({ event: 'key_kept', requestId: trace.requestId, err: error });
  }
}
