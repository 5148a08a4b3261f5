import type { Lookup } from '@/lib/contract/lookups';

/** What a query asked for, as recorded: `{nit}`, `{cui}`, both, or `{nits}`. */
export type Identifiers = Readonly<Record<string, string | readonly string[]>>;

export interface HoldRequest {
  /** UUID v7 made by us: what makes each phase happen at most once. */
  readonly queryId: string;
  readonly integrationId: number;
  readonly credentialId: number;
  readonly lookup: Lookup;
  readonly identifiers: Identifiers;
  readonly requestId: string;
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
