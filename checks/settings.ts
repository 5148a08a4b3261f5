import type { Lookup } from '@/lib/contract/lookups';
import type { Account } from './ask';
import type { Identified, LookupUnderTest } from './lookups';

export interface Credentials {
  readonly login: string;
  readonly token: string;
}

/** `undefined`: the deployment has no such limit. */
export type Limits = Readonly<Record<'global' | LookupUnderTest['policy'], number | undefined>>;

export const EXTRAS = ['limits', 'global-limit'] as const;
export type Extra = (typeof EXTRAS)[number];

/** Settings of a run. */
export interface Settings {
  readonly baseUrl: URL;
  readonly environment: 'development' | 'production';
  readonly accounts: Readonly<Partial<Record<Account, Credentials>>> & {
    readonly integration: Credentials;
  };
  readonly lookups: readonly Lookup[];
  /** Ids of clauses or their beginnings; empty for all. */
  readonly only: readonly string[];
  readonly include: readonly Extra[];
  readonly limits: Limits;
  /** Somebody real, in production. */
  readonly taxpayer: Readonly<Partial<Identified>>;
  /** Highest number of charged queries; `undefined` for no limit. */
  readonly spend: number | undefined;
  /** Number of queries that the balance of the metered integration pays. */
  readonly meteredQueries: number;
  /** Lookups enabled for the partial integration. */
  readonly partialLookups: readonly Lookup[];
  readonly timeoutMs: number;
}
