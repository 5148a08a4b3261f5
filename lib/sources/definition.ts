import type { Dispatcher } from 'undici';
import type { Env } from '@/lib/base/env/env';
import type { Account, Adapters, Credentials } from '@/lib/base/env/source-settings';
import type { LookupDeclaration } from '@/lib/contract/lookup-types';
import type { Flag, Lookup } from '@/lib/contract/lookups';
import type { Answer } from './answer';
import { type ExchangeLimits, exchange, type Received, type SourceAddress } from './exchange';

/** Asks a source. */
export interface Asking<Request> {
  /** Never throws because of what the source does. */
  ask(pool: Dispatcher, request: Request, limits: ExchangeLimits): Promise<Answer>;
}

/** Speaks the wire format of one account for one lookup. */
export interface Adapter<Request, Name extends Account = Account> {
  /** Returns whether the source can answer the request. Without it, every request is sent. */
  answers?(request: Request): boolean;
  /** Makes what asks, once for each gateway. */
  open(account: Credentials<Name>): Asking<Request>;
  /** Reads one answer of the source. Pure, so that recorded answers prove it. */
  read(received: Received, request: Request): Answer;
}

/** An adapter that asks with one call. */
interface OneCall<Request, Name extends Account>
  extends Pick<Adapter<Request, Name>, 'answers' | 'read'> {
  address(account: Credentials<Name>): SourceAddress;
  payload(request: Request, account: Credentials<Name>): unknown;
}

/** Makes an adapter that asks with one call. */
export function oneCall<Request, Name extends Account>(
  adapter: OneCall<Request, Name>,
): Adapter<Request, Name> {
  const { address, payload, read, ...rest } = adapter;
  const open = (account: Credentials<Name>): Asking<Request> => {
    const at = address(account);
    return {
      async ask(pool, request, limits) {
        const result = await exchange(pool, at, payload(request, account), limits);
        return result.kind === 'failed' ? result : read(result, request);
      },
    };
  };
  return { ...rest, read, open };
}

/** Definition of a lookup for the gateway: how to read its request, and who may answer it. */
export interface LookupDefinition<Request = unknown>
  extends Pick<LookupDeclaration<Lookup, Flag, Request>, 'parse' | 'identifiers'> {
  readonly lookup: Lookup;
  readonly adapters: Readonly<Record<string, Adapter<Request>>>;
}

/** Joins a lookup of the contract to the adapters that the settings name. */
export function defineLookup<Name extends Lookup, Request>(
  { name, parse, identifiers }: LookupDeclaration<Name, Flag, Request>,
  adapters: { readonly [A in keyof Adapters[Name]]: AdapterOf<Adapters[Name][A], Request> },
): LookupDefinition<Request> {
  return { lookup: name, parse, identifiers, adapters };
}

type AdapterOf<Name, Request> = Name extends Account ? Adapter<Request, Name> : never;

/** The source of a lookup, as the environment chose it. */
export interface Source extends Asking<unknown>, Pick<Adapter<unknown>, 'answers'> {
  readonly adapter: string;
  readonly account: Account;
  readonly url: string;
}

/** Opens the source that the environment chose for a lookup. */
export function openSource(
  { lookup, adapters }: LookupDefinition,
  env: Pick<Env, 'adapters' | 'sources'>,
): Source {
  const { name, account } = env.adapters[lookup];
  const { [name]: adapter } = adapters;
  const credentials = env.sources[account];
  if (adapter === undefined || credentials === undefined) {
    throw new Error(`The source of ${lookup} is not configured.`);
  }
  const { answers } = adapter;
  return {
    adapter: name,
    account,
    url: credentials.url,
    ...adapter.open(credentials),
    ...(answers && { answers }),
  };
}

export function bearer(token: string): SourceAddress['credentials'] {
  return { authorization: `Bearer ${token}` };
}
