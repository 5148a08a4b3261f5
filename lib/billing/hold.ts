import type { Lookup } from '@/lib/contract/lookups';

/** What a query asked for, unreadable without the deployment's key. */
export interface SealedIdentifiers {
  readonly box: Buffer;
  /** Keyed digests, by which an exact value is found. */
  readonly keys: readonly bigint[];
}

export interface HoldRequest {
  /** UUID v7 made by us: what makes each phase happen at most once. */
  readonly queryId: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly lookup: Lookup;
  readonly identifiers: SealedIdentifiers;
  readonly requestId: string;
  /** Asked again under an idempotency key whose charge was made: held and charged at zero. */
  readonly free?: boolean;
}

/** A query under way whose cost, if any, is set aside. */
export interface Hold {
  readonly queryId: string;
  readonly integrationId: number;
  /** Of a billed lookup: settling it touches the account. */
  readonly billed: boolean;
  /** Start of the query by the database's clock, as exact text: it finds the record's partition. */
  readonly createdAt: string;
}

/** Time after which nobody can be working on a query any more: three times the longest ceiling. */
export const HOLD_LIFETIME_S = 90;

/** Until when a phase may still be run, on the scale of `performance.now()`. */
export interface TimeLimit {
  readonly deadlineAt?: number;
}

/** For work that no client waits for. */
export const PATIENCE_MS = 30_000;
