/** Any JSON value, as the sources write them. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The five lookups, by the names that records and faults use for them. */
export const LOOKUPS = ['renap', 'rtu', 'cui-nit', 'rtu-v2', 'omisos'] as const;
export type Lookup = (typeof LOOKUPS)[number];
export type CatalogLookup = 'cui-nit' | 'rtu-v2' | 'omisos';

/** One complete answer of a source: its status and its JSON text. */
export interface Answer {
  status: number;
  body: string;
}

/** What a lookup asks, once its body is read. Identifiers are as they were sent. */
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
