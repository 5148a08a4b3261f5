/** Any JSON value, as the sources write them. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

const catalogFields = ['nit', 'cui', 'actualizado'];

/** The lookups by the names that records and faults use: where each is and the fields it takes. */
export const lookups = {
  renap: { path: '/renap/buscar-cui', fields: ['cui'] },
  rtu: { path: '/rtu/nits', fields: ['nits'] },
  'cui-nit': { path: '/catalogos/cui-nit', fields: catalogFields },
  'rtu-v2': { path: '/catalogos/rtu', fields: [...catalogFields, 'date_of_birth'] },
  omisos: { path: '/catalogos/omisos', fields: catalogFields },
};

export type Lookup = keyof typeof lookups;
export type CatalogLookup = Exclude<Lookup, 'renap' | 'rtu'>;
export const LOOKUPS = Object.keys(lookups) as Lookup[];
export const CATALOGS = LOOKUPS.filter(isCatalog);

/** Makes a record with one value per key. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  of: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
}

/** One complete answer of a source: its status and its JSON text. */
export interface Answer {
  status: number;
  body: string;
}

/** Content of a request, after its body is read. Identifiers are as they were sent. */
export interface SourceRequest {
  nit: string | undefined;
  cui: string | undefined;
  nits: readonly string[];
  fresh: boolean;
  dateOfBirth: string | undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isLookup(text: string): text is Lookup {
  return LOOKUPS.some((lookup) => lookup === text);
}

export function isCatalog(lookup: Lookup): lookup is CatalogLookup {
  return lookup !== 'renap' && lookup !== 'rtu';
}

/** `JSON.parse` with `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
