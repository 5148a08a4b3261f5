import type {
  CatalogRequest,
  CatalogRtuRequest,
  CuiNitResultado,
  LookupEnvelope,
  OmisosResultado,
  RenapRequest,
  RtuNitsResultado,
  RtuRequest,
  RtuResultado,
} from './contract.js';
import {
  ask,
  type BilledOptions,
  type LookupOptions,
  type Result,
  type Transport,
} from './transport.js';

export type {
  ActividadEconomica,
  AfiliacionImpuesto,
  CaracteristicaEspecial,
  CodigoDescripcion,
  CuiNitResultado,
  LookupEnvelope,
  MarcaContribuyente,
  ObligacionTributaria,
  OmisosResultado,
  PersonaRtu,
  RenapRequest,
  RtuNitsResultado,
  RtuRequest,
  RtuResultado,
  SectorEconomico,
} from './contract.js';

export interface ClientOptions {
  /** Address of the deployment, such as `https://api.example.gt`; a path in front is kept. */
  readonly baseUrl: string;
  readonly login: string;
  readonly token: string;
  /** Time limit of one request. The service takes up to 32 s, so it should be longer. */
  readonly timeoutMs?: number;
  /** How often a 502, which is never charged, is asked again. */
  readonly retries?: number;
  /** Longest first pause before asking again; it doubles each time, up to 8 s. */
  readonly backoffMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** The lookups. Each resolves with a result and rejects only for a mistake of the program. */
export interface PasarelaClient {
  /** Person registry by CUI. The registry's own answers, a 404 too, are successes with its envelope. */
  searchRenapByCui(body: RenapRequest, options?: LookupOptions): Promise<Result<LookupEnvelope>>;
  searchRtuByNits(body: RtuRequest, options?: LookupOptions): Promise<Result<RtuNitsResultado>>;
  lookupCuiNit(body: CatalogQuery, options?: BilledOptions): Promise<Result<CuiNitResultado>>;
  lookupRtuV2(body: CatalogRtuQuery, options?: BilledOptions): Promise<Result<RtuResultado>>;
  lookupOmisos(body: CatalogQuery, options?: BilledOptions): Promise<Result<OmisosResultado>>;
}

/** A NIT, a CUI or both; of both, the source decides. */
type Identified<Request> = Request & ({ readonly nit: string } | { readonly cui: string });

export type CatalogQuery = Identified<CatalogRequest>;
export type CatalogRtuQuery = Identified<CatalogRtuRequest>;

const DEFAULTS = { timeoutMs: 35_000, retries: 3, backoffMs: 500 };

/** Throws a `TypeError` for an address, login or token that no request can carry. */
export function createClient(options: ClientOptions): PasarelaClient {
  const transport: Transport = {
    baseUrl: checkedBaseUrl(options.baseUrl),
    login: checkedHeader('login', options.login),
    token: checkedHeader('token', options.token),
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    retries: options.retries ?? DEFAULTS.retries,
    backoffMs: options.backoffMs ?? DEFAULTS.backoffMs,
    // Called as a method of ours, the platform's own fetch complains in browsers and Workers.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
  return {
    searchRenapByCui: (body, more) => ask(transport, '/renap/buscar-cui', body, more),
    searchRtuByNits: (body, more) => ask(transport, '/rtu/nits', body, more),
    lookupCuiNit: (body, more) => ask(transport, '/catalogos/cui-nit', body, more),
    lookupRtuV2: (body, more) => ask(transport, '/catalogos/rtu', body, more),
    lookupOmisos: (body, more) => ask(transport, '/catalogos/omisos', body, more),
  };
}

/** The data of a result; throws its error. For those who prefer exceptions. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.data;
  throw result.error;
}

function checkedBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError('baseUrl must be an address such as https://api.example.gt');
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl must be an http(s) address without credentials, query or fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** Never shows the value: the platform's own complaint would. */
function checkedHeader(name: string, value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(`${name} must be visible ASCII without blanks`);
}
