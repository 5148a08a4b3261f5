import type { Dispatcher } from 'undici';
import type { Env } from '@/lib/base/env/env';
import type { LookupDeclaration } from '@/lib/contract/lookup-types';
import type { Flag, Lookup } from '@/lib/contract/lookups';
import type { Answer } from './answer';
import type { ExchangeLimits, SourceAddress } from './exchange';

/** Definition of a lookup for the gateway: how to read its request and ask its source. */
export interface LookupDefinition<Request = unknown>
  extends Pick<LookupDeclaration<Lookup, Flag, Request>, 'parse' | 'identifiers'> {
  readonly lookup: Lookup;
  address(env: Env): SourceAddress;
  ask(
    pool: Dispatcher,
    address: SourceAddress,
    request: Request,
    limits: ExchangeLimits,
  ): Promise<Answer>;
}

/** Joins a lookup of the contract to the source that answers it. */
export function defineLookup<Request>(
  { name, parse, identifiers }: LookupDeclaration<Lookup, Flag, Request>,
  source: Pick<LookupDefinition<Request>, 'address' | 'ask'>,
): LookupDefinition<Request> {
  return { lookup: name, parse, identifiers, ...source };
}

export function bearer(token: string): SourceAddress['credentials'] {
  return { authorization: `Bearer ${token}` };
}
