import type { Lookup } from '@/lib/contract/lookups';

export interface SealedIdentifiers {
  readonly box: Buffer;
  /** Keyed digests, which find an exact value. */
  readonly keys: readonly bigint[];
}

/**
 * Credentials that admitted a query, as read earlier. The reservation checks that they still apply.
 */
export interface Access {
  /** `access_version` of the integration. */
  readonly version: number;
  /** Expiry of the credential, as exact text; null for never. */
  readonly expiresAt: string | null;
}

/** A query to a source: reserved, settled and recorded. */
export interface Query {
  /** UUID v7 made by the gateway. Each phase happens at most once for one id. */
  readonly queryId: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly lookup: Lookup;
  readonly identifiers: SealedIdentifiers;
  readonly requestId: string;
  /** Null to skip the check. */
  readonly access: Access | null;
  /** True for the repetition of a charged query under its idempotency key: it costs nothing. */
  readonly free?: boolean;
}

/** The reserved cost of a query under way; zero on lookups that are free. */
export interface Hold {
  readonly queryId: string;
  readonly integrationId: number;
  /** True for billed lookups. Only then does settling the hold change the account. */
  readonly billed: boolean;
  /** Start of the query by the database's clock, as exact text. Finds the record's partition. */
  readonly createdAt: string;
}

/** Time to settle a query, after the ceiling of its source. */
export const SETTLE_MS = 2_000;

/**
 * Lifetime of a hold. A hold is made within the 30 s of its query and settled at most {@link
 * SETTLE_MS} later; the rest allows for a stalled process and waiting statements.
 */
export const HOLD_LIFETIME_S = 90;

/** Time limit of work that no client waits for. */
export const PATIENCE_MS = 30_000;
