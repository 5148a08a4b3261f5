import {
  type Call,
  errorOfAnswer,
  errorWithoutAnswer,
  type PasarelaError,
  unexpectedAnswer,
} from './errors.js';

export interface Transport {
  readonly baseUrl: string;
  readonly login: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly backoffMs: number;
  readonly fetch: typeof globalThis.fetch;
}

export interface LookupOptions {
  readonly signal?: AbortSignal;
  /** Your own id of the request: 8 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly requestId?: string;
}

export interface BilledOptions extends LookupOptions {
  /** Asked again with the same key and body, a charged query is free up to 3 times in 15 minutes. */
  readonly idempotencyKey?: string;
}

export type Result<T> = Success<T> | { readonly ok: false; readonly error: PasarelaError };

export interface Success<T> extends Answer {
  readonly ok: true;
  readonly data: T;
}

/** Facts of an answer besides its data. */
export interface Answer {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The limit per minute, as it stands after this request. */
  readonly rateLimit: { readonly remaining: number; readonly resetSeconds: number } | undefined;
  /** For integrations with receipts: amounts in decimal quetzales. */
  readonly receipt: Receipt | undefined;
  /** Made again at no charge, since it was charged before under the same key. */
  readonly repeated: boolean;
  readonly attempts: number;
}

export interface Receipt {
  readonly queryId: string;
  readonly charged: string;
  readonly available: string;
}

type Path = Call['path'];

const MAX_PAUSE_MS = 8_000;

/** Asks, and asks again after a 502, which was neither resolved nor charged. */
export async function ask<T>(
  transport: Transport,
  path: Path,
  body: object,
  options: BilledOptions = {},
): Promise<Result<T>> {
  const billed = path.startsWith('/catalogos/');
  for (let attempts = 1; ; attempts++) {
    const call: Call = { path, billed, requestId: options.requestId, attempts };
    const result = await askOnce<T>(transport, call, body, options);
    if (result.ok || result.error.status !== 502 || attempts > transport.retries) return result;
    const goOn = await pause(pauseMs(transport.backoffMs, attempts), options.signal);
    if (!goOn) return { ok: false, error: errorWithoutAnswer(call, 'aborted') };
  }
}

/** Exponential, with full jitter: those who failed together do not come back together. */
function pauseMs(backoffMs: number, attempts: number): number {
  return Math.random() * Math.min(backoffMs * 2 ** (attempts - 1), MAX_PAUSE_MS);
}

/** False when it was aborted meanwhile. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (goOn: boolean) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(goOn);
    };
    const abort = end(false);
    const timer = setTimeout(end(true), ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function askOnce<T>(
  transport: Transport,
  call: Call,
  body: object,
  options: BilledOptions,
): Promise<Result<T>> {
  const { signal } = options;
  if (signal?.aborted) return { ok: false, error: errorWithoutAnswer(call, 'aborted') };
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, transport.timeoutMs);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await transport.fetch(`${transport.baseUrl}${call.path}`, {
      method: 'POST',
      headers: headersOf(transport, options),
      body: JSON.stringify(body),
      // Credentials must not follow to another address.
      redirect: 'manual',
      signal: controller.signal,
    });
    return readAnswer<T>(call, response, await response.text());
  } catch {
    // The thrown error is not passed on, because it may quote the headers.
    const kind = signal?.aborted ? 'aborted' : controller.signal.aborted ? 'timeout' : 'network';
    return { ok: false, error: errorWithoutAnswer(call, kind) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function headersOf({ login, token }: Transport, options: BilledOptions): Record<string, string> {
  const { requestId, idempotencyKey } = options;
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-integracion-login': login,
    'x-integracion-token': token,
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

function readAnswer<T>(call: Call, { status, headers }: Response, text: string): Result<T> {
  const requestId = headers.get('x-request-id') ?? call.requestId;
  const known: Call = { ...call, requestId };
  const json = isJson(headers) ? objectOf(text) : undefined;
  // 429 of the limit per address is plain text.
  if (json === undefined && status !== 429)
    return { ok: false, error: unexpectedAnswer(known, status) };
  if (json === undefined || !isSuccess(call.path, status, json)) {
    return { ok: false, error: errorOfAnswer(known, status, textOf(json) ?? text) };
  }
  const data = call.billed ? json.data : json;
  if (typeof data !== 'object' || data === null) {
    return { ok: false, error: unexpectedAnswer(known, status) };
  }
  // The contract promises the shape; whoever wants it checked has the OpenAPI document.
  return { ok: true, data: data as T, ...factsOf(status, headers, requestId, call.attempts) };
}

/** The person registry passes on its own status, with its envelope. */
function isSuccess(path: Path, status: number, json: Readonly<Record<string, unknown>>): boolean {
  if (path === '/renap/buscar-cui') return typeof json.success === 'boolean';
  return status === 200;
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(json: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const text = json?.message ?? json?.error;
  return typeof text === 'string' ? text : undefined;
}

function factsOf(
  status: number,
  headers: Headers,
  requestId: string | undefined,
  attempts: number,
): Answer {
  const limit = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  const [queryId, charged, available] = [
    headers.get('x-consulta-id'),
    headers.get('x-consulta-cobro'),
    headers.get('x-saldo-disponible'),
  ];
  return {
    status,
    requestId,
    rateLimit: limit ? { remaining: Number(limit[1]), resetSeconds: Number(limit[2]) } : undefined,
    receipt:
      queryId === null || charged === null || available === null
        ? undefined
        : { queryId, charged, available },
    repeated: headers.get('x-consulta-sin-cobro') === 'true',
    attempts,
  };
}
