import type { Lookup } from '@/lib/contract/lookups';

/** The identifiers of a query, encrypted with the deployment's key. */
export interface SealedIdentifiers {
  readonly box: Buffer;
  /** Keyed digests, which find an exact value. */
  readonly keys: readonly bigint[];
}

/** What a query was admitted by, as it was read earlier; the reservation checks that it still holds. */
export interface Access {
  /** `access_version` of the integration. */
  readonly version: number;
  /** When the credential expires, as exact text; null for never. */
  readonly expiresAt: string | null;
}

/** One query to a source: what is reserved, settled and recorded. */
export interface Query {
  /** UUID v7 made by the gateway. It makes each phase happen at most once. */
  readonly queryId: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly lookup: Lookup;
  readonly identifiers: SealedIdentifiers;
  readonly requestId: string;
  /** Null when it need not be checked. */
  readonly access: Access | null;
  /** Repeats a charged query under its idempotency key, so it is held and charged at zero. */
  readonly free?: boolean;
}

/** The reserved cost of a query under way; zero on lookups that are free. */
export interface Hold {
  readonly queryId: string;
  readonly integrationId: number;
  /** Whether the lookup is billed, so that settling the hold touches the account. */
  readonly billed: boolean;
  /** Start of the query by the database's clock, as exact text. Finds the record's partition. */
  readonly createdAt: string;
}

/** Time to settle a query, after the ceiling of its source. */
export const SETTLE_MS = 2_000;

/**
 * Lifetime of a hold. A hold is made before the ceiling of its query, at most 30 s, and settled at
 * most {@link SETTLE_MS} after it; the rest allows for a stalled process and statements that wait.
 */
export const HOLD_LIFETIME_S = 90;

/** A phase must start before this time, on the scale of `performance.now()`. */
export interface TimeLimit {
  readonly deadlineAt?: number;
}

/** Time limit of work that no client waits for. */
export const PATIENCE_MS = 30_000;
