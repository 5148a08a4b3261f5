import type { Dispatcher } from 'undici';
import type { Lookup } from '@/lib/contract/lookups';
import {
  type CatalogRequest,
  type CatalogRtuRequest,
  type Parsed,
  parseCatalog,
  parseCatalogRtu,
  parseRenap,
  parseRtu,
  type RenapRequest,
  type RtuRequest,
} from '@/lib/contract/requests';
import type { Env } from '@/lib/env';
import type { Identifiers } from '@/lib/recording/identifiers';
import type { Answer } from '@/lib/sources/answer';
import { askCatalogRtu, askCuiNit, askOmisos } from '@/lib/sources/catalogos';
import type { ExchangeLimits, SourceAddress } from '@/lib/sources/exchange';
import { askRenap } from '@/lib/sources/renap';
import { askRtu } from '@/lib/sources/rtu';

/** What one lookup has of its own; everything else is the story they share. */
export interface LookupDefinition<Query> {
  readonly lookup: Lookup;
  readonly parse: (body: unknown) => Parsed<Query>;
  readonly identifiers: (query: Query) => Identifiers;
  readonly address: (env: Env) => SourceAddress;
  readonly ask: (
    pool: Dispatcher,
    address: SourceAddress,
    query: Query,
    limits: ExchangeLimits,
  ) => Promise<Answer>;
}

export const renap: LookupDefinition<RenapRequest> = {
  lookup: 'renap',
  parse: parseRenap,
  identifiers: ({ cui }) => ({ cui }),
  address: ({ renap: { url, token } }) => ({
    url: `${url}/buscar-cui`,
    credentials: bearer(token),
  }),
  ask: askRenap,
};

export const rtu: LookupDefinition<RtuRequest> = {
  lookup: 'rtu',
  parse: parseRtu,
  identifiers: ({ nits }) => ({ nits }),
  address: ({ rtu: { url, token } }) => ({ url: `${url}/nits`, credentials: bearer(token) }),
  ask: askRtu,
};

export const cuiNit: LookupDefinition<CatalogRequest> = {
  lookup: 'cui-nit',
  parse: parseCatalog,
  identifiers: catalogIdentifiers,
  address: catalogAddress,
  ask: askCuiNit,
};

export const catalogRtu: LookupDefinition<CatalogRtuRequest> = {
  lookup: 'rtu-v2',
  parse: parseCatalogRtu,
  identifiers: catalogIdentifiers,
  address: catalogAddress,
  ask: askCatalogRtu,
};

export const omisos: LookupDefinition<CatalogRequest> = {
  lookup: 'omisos',
  parse: parseCatalog,
  identifiers: catalogIdentifiers,
  address: catalogAddress,
  ask: askOmisos,
};

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}

function catalogAddress({ catalogos: { url, token } }: Env): SourceAddress {
  return { url, credentials: { 'x-api-key': token } };
}

function catalogIdentifiers({ nit, cui }: CatalogRequest): Identifiers {
  return { ...(nit === undefined ? {} : { nit }), ...(cui === undefined ? {} : { cui }) };
}
