import type { LookupUnderTest } from './lookups';

/** Integrations that a run may be given: the one under test, and others in particular states. */
export const ACCOUNTS = [
  'integration',
  'disabled',
  'poor',
  'suspended',
  'metered',
  'partial',
  'spare',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/**
 * Credentials that a request shows. `foreign-token`: with the token of the disabled
 * account. `elsewhere`: in the body.
 */
export type Shown =
  | 'whole'
  | 'none'
  | 'login-only'
  | 'token-only'
  | 'wrong-token'
  | 'foreign-token'
  | 'unknown-name'
  | 'upper-case'
  | 'elsewhere';

/** One request as a check declares it; equal ones are sent once and share their answer. */
export interface Ask {
  readonly lookup: LookupUnderTest;
  readonly account: Account;
  readonly shown: Shown;
  readonly method: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'HEAD';
  /** Instead of the lookup's path: a route that integrators have no business with. */
  readonly path?: string;
  readonly body?: string;
  /** Sent in chunks of unannounced length. */
  readonly chunked?: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Instead of a fresh id; the run then expects no particular one back. */
  readonly requestId?: string;
  /** A success costs the account its tariff. */
  readonly charged: boolean;
  /** Distinguishes requests that are to be sent although they are equal. */
  readonly turn?: string;
}

type Details = Partial<Omit<Ask, 'lookup' | 'body'>>;

/** Makes a request with this body. */
export function raw(lookup: LookupUnderTest, body: string | undefined, details: Details = {}): Ask {
  return {
    lookup,
    account: 'integration',
    shown: 'whole',
    method: 'POST',
    charged: false,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
    ...details,
  };
}

/** Makes a request with a JSON body. */
export function ask(lookup: LookupUnderTest, json: unknown, details: Details = {}): Ask {
  return raw(lookup, JSON.stringify(json), details);
}

/** Makes a request that should get a 200, which the catalogs charge. */
export function query(lookup: LookupUnderTest, json: object, details: Details = {}): Ask {
  return ask(lookup, json, { charged: lookup.kind === 'catalog', ...details });
}

export function keyOf({ lookup, ...rest }: Ask): string {
  return JSON.stringify([lookup.name, rest]);
}

/** True when the deployment learns whose request it is; others are refused before. */
export function isKnown({ account, shown, method, path }: Ask): boolean {
  const credentials = shown === 'whole' || shown === 'upper-case';
  return credentials && account !== 'suspended' && method === 'POST' && path === undefined;
}

/** Counters that a request spends from: the address's, and one per minute if known. */
export interface Spending {
  readonly counter?: string;
  readonly policy: LookupUnderTest['policy'];
}

export function spendingOf(asked: Ask): Spending {
  const { account, lookup } = asked;
  const { policy } = lookup;
  const spends = isKnown(asked) && account !== 'disabled';
  return spends ? { policy, counter: `${account} ${policy}` } : { policy };
}
