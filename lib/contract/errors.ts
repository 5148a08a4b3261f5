import type { Family } from './families';

/** Every way in which a lookup can end without a record, in the order in which they are checked. */
export const FAILURES = [
  'method_not_allowed',
  'global_limit',
  'overloaded',
  'credentials_missing',
  'credentials_unknown',
  'not_enabled',
  'rate_limit',
  'body_too_large',
  'identifier_missing',
  'too_many_nits',
  'input_invalid',
  'circuit_open',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_under_way',
  'no_balance',
  'source_rejected_input',
  'source_rejected_credentials',
  'source_no_balance',
  'source_denied',
  'source_not_found',
  'source_limited',
  'source_unavailable',
  'interrupted',
  'client_gone',
  'unresolved',
  'failure',
] as const;
export type Failure = (typeof FAILURES)[number];

/** A failure on the side of a source. */
export type SourceFailure = Extract<Failure, `source_${string}`>;

/** Contract, 'Errors', 'Catalogs': the statuses of the source that mean something; the rest is 502. */
export const failureOfStatus: ReadonlyMap<number, SourceFailure> = new Map([
  [400, 'source_rejected_input'],
  [401, 'source_rejected_credentials'],
  [402, 'source_no_balance'],
  [403, 'source_denied'],
  [404, 'source_not_found'],
  [422, 'source_rejected_input'],
  [429, 'source_limited'],
]);

export interface FailureAnswer {
  readonly status: number;
  readonly text: string;
}

type FailureTable = Readonly<Record<Failure, FailureAnswer>>;

/** Seen by nobody: the client hung up before an answer existed. Logs and records keep the number. */
export const CLIENT_CLOSED_REQUEST = 499;

const shared = {
  global_limit: { status: 429, text: 'Too many requests, please try again later.' },
  client_gone: { status: CLIENT_CLOSED_REQUEST, text: '' },
} as const;

/** Contract, 'Errors', 'Catalogs': also when the query fails before its source is asked. */
const unavailable = {
  status: 502,
  text: 'El servicio de consultas no esta disponible en este momento.',
};

/** Contract, 'Errors', 'Catalogs'; messages without accents except where the contract has them. */
const catalogos: FailureTable = {
  ...shared,
  overloaded: unavailable,
  circuit_open: unavailable,
  method_not_allowed: { status: 405, text: 'Esta consulta se hace con POST.' },
  credentials_missing: { status: 403, text: 'Se requieren credenciales de integracion.' },
  credentials_unknown: { status: 401, text: 'Integración no encontrada con estas credenciales.' },
  not_enabled: { status: 403, text: 'Esta consulta no esta habilitada para tu integracion.' },
  rate_limit: { status: 429, text: 'Demasiadas consultas seguidas. Intenta en un minuto.' },
  body_too_large: { status: 413, text: 'El cuerpo de la consulta no puede pasar de 64 KiB.' },
  identifier_missing: { status: 400, text: 'Envia un NIT o un CUI para consultar.' },
  too_many_nits: { status: 400, text: 'Los datos de la consulta no son validos.' },
  input_invalid: { status: 400, text: 'Los datos de la consulta no son validos.' },
  idempotency_key_invalid: {
    status: 400,
    text: 'La cabecera Idempotency-Key admite de 1 a 255 caracteres ASCII visibles.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'Esta Idempotency-Key ya se uso con otra consulta. Envia una nueva.',
  },
  idempotency_key_under_way: {
    status: 409,
    text: 'La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.',
  },
  no_balance: {
    status: 402,
    text: 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.',
  },
  source_rejected_input: { status: 400, text: 'Los datos de la consulta no son validos.' },
  source_rejected_credentials: {
    status: 401,
    text: 'No fue posible autenticar la consulta. Escribe a soporte.',
  },
  source_no_balance: {
    status: 402,
    text: 'El servicio de consultas no tiene saldo disponible. Escribe a soporte.',
  },
  source_denied: { status: 403, text: 'Esta consulta no esta habilitada. Escribe a soporte.' },
  source_not_found: { status: 404, text: 'No encontramos informacion para los datos enviados.' },
  source_limited: {
    status: 429,
    text: 'Demasiadas consultas seguidas. Intenta de nuevo en unos minutos.',
  },
  source_unavailable: unavailable,
  interrupted: unavailable,
  unresolved: { status: 500, text: 'Algo salió mal' },
  failure: { status: 500, text: 'Algo salió mal' },
};

/** Contract, 'Errors', 'Person registry and RTU by NIT': every trouble with the registry is a 500. */
function registryTable(missing: string, disabled: string): FailureTable {
  const unreachable = { status: 500, text: 'The registry could not be queried.' };
  const unauthenticated = { status: 403, text: 'Integration authentication required.' };
  const malformed = { status: 400, text: missing };
  return {
    ...shared,
    method_not_allowed: { status: 405, text: 'Method not allowed. Use POST.' },
    credentials_missing: unauthenticated,
    credentials_unknown: unauthenticated,
    not_enabled: { status: 403, text: disabled },
    rate_limit: { status: 429, text: 'Rate limit exceeded.' },
    body_too_large: { status: 413, text: 'The request body is limited to 64 KiB.' },
    identifier_missing: malformed,
    too_many_nits: { status: 400, text: 'Máximo 50 NITs por petición' },
    input_invalid: malformed,
    // The header means nothing on the registries, which charge nothing.
    idempotency_key_invalid: malformed,
    idempotency_key_reused: malformed,
    idempotency_key_under_way: malformed,
    overloaded: unreachable,
    circuit_open: unreachable,
    no_balance: unreachable,
    source_rejected_input: unreachable,
    source_rejected_credentials: unreachable,
    source_no_balance: unreachable,
    source_denied: unreachable,
    source_not_found: unreachable,
    source_limited: unreachable,
    source_unavailable: unreachable,
    interrupted: unreachable,
    unresolved: { status: 500, text: 'Something went wrong.' },
    failure: { status: 500, text: 'Something went wrong.' },
  };
}

/** The one table of errors: what each failure looks like to an integrator, by family of lookups. */
export const failureAnswers: Readonly<Record<Family, FailureTable>> = {
  renap: registryTable('CUI is required', 'RENAP access not enabled.'),
  rtu: registryTable('Array of NITs is required', 'RTU access not enabled.'),
  catalogos,
};

/**
 * The body of a failure. Contract, 'Errors', 'Body shapes': `{error}` on the registries, `{message}`
 * on the catalogs, an envelope for more than 50 NITs, plain text for the global limiter.
 */
export function failureBody(family: Family, failure: Failure): { type: string; body: string } {
  const { status, text } = failureAnswers[family][failure];
  if (failure === 'global_limit') return { type: 'text/plain; charset=utf-8', body: text };
  const type = 'application/json';
  if (family === 'catalogos') return { type, body: JSON.stringify({ message: text }) };
  if (failure !== 'too_many_nits') return { type, body: JSON.stringify({ error: text }) };
  const envelope = { success: false, message: text, responseCode: status, data: null };
  return { type, body: JSON.stringify(envelope) };
}
