import { isObject, type Lookup, lookups, parseJson, type SourceRequest } from './wire';

/** A request as understood, and what is wrong with it, if anything (the text of the 400). */
export interface ReadRequest {
  request: SourceRequest;
  problem: string | undefined;
}

const BATCH_LIMIT = 50;

const NOTHING: SourceRequest = {
  nit: undefined,
  cui: undefined,
  nits: [],
  fresh: false,
  dateOfBirth: undefined,
};

const invalid = (problem: string): ReadRequest => ({ request: NOTHING, problem });
const isOptionalText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Strict on purpose: a field that the wire format does not have there is a 400. */
export function readRequest(lookup: Lookup, text: string): ReadRequest {
  const body = parseJson(text);
  if (!isObject(body)) return invalid('El cuerpo debe ser un objeto JSON.');
  for (const field in body) {
    if (!lookups[lookup].fields.includes(field)) return invalid(`Campo desconocido: ${field}.`);
  }
  if (lookup === 'renap') return readPersonRequest(body);
  return lookup === 'rtu' ? readBatchRequest(body) : readCatalogRequest(body);
}

function readPersonRequest({ cui }: Record<string, unknown>): ReadRequest {
  if (!isText(cui)) return invalid('cui debe ser texto.');
  return { request: { ...NOTHING, cui }, problem: undefined };
}

function readBatchRequest({ nits }: Record<string, unknown>): ReadRequest {
  if (!Array.isArray(nits) || nits.length === 0 || !nits.every(isText)) {
    return invalid('nits debe ser una lista de textos.');
  }
  if (nits.length > BATCH_LIMIT) return invalid(`nits admite hasta ${BATCH_LIMIT} elementos.`);
  return { request: { ...NOTHING, nits }, problem: undefined };
}

function readCatalogRequest(body: Record<string, unknown>): ReadRequest {
  const { nit, cui, actualizado, date_of_birth: dateOfBirth } = body;
  if (!isOptionalText(nit)) return invalid('nit debe ser texto.');
  if (!isOptionalText(cui)) return invalid('cui debe ser texto.');
  if (!isOptionalText(dateOfBirth)) return invalid('date_of_birth debe ser texto.');
  if (typeof actualizado !== 'boolean') return invalid('actualizado debe ser booleano.');
  if (nit === undefined && cui === undefined) return invalid('Falta nit o cui.');
  return { request: { nit, cui, nits: [], fresh: actualizado, dateOfBirth }, problem: undefined };
}
