import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { watchCertificate } from '@/lib/base/telemetry/certificates';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/base/values/json';
import { type Cause, isErrorCode } from '@/lib/contract/ending';
import { type Failed, failed } from './answer';
import { CallEnded, type HangUp, SourceCall } from './source-call';

/** How a payload is sent: as JSON or a form in the body of a POST, or in the query of a GET. */
type PayloadFormat = 'json' | 'form' | 'query';

/** Address of a source and the headers that authenticate the gateway there. */
export interface SourceAddress {
  readonly url: string;
  /** JSON by default. */
  readonly format?: PayloadFormat;
  readonly credentials: Readonly<Record<string, string>>;
}

export interface ExchangeLimits {
  /** When the exchange ends at the latest, on the scale of `performance.now()`. */
  readonly deadlineAt: number;
  /** Aborted when the integrator hangs up. */
  readonly signal: HangUp;
  readonly requestId: string;
  /** Headers that name the call's span, if the request is traced. */
  readonly traceHeaders?: Readonly<Record<string, string>> | undefined;
  /** Called with every answer that arrived whole. */
  readonly onAnswer?: (status: number, result: Exchange) => void;
}

/** A final status other than a redirect, with or without a JSON object. */
export type Received =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly body: JsonObject;
      /** The body as written; untouched fields are cut from it. */
      readonly text: string;
    }
  | { readonly kind: 'not_json'; readonly status: number };

export type Exchange = Received | Failed<'source_unavailable' | 'client_gone'>;

export const MAX_ANSWER_BYTES = 1024 * 1024;

/** Less than the 5 s after which sources close idle connections: a closed one fails a query. */
export const KEEP_ALIVE_MS = 4_000;

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** Opens a pool of keep-alive connections. {@link SourceCall} limits the time instead of undici. */
export function createSourcePool(connections: number, source: string): Agent {
  return new Agent({
    connect: { checkServerIdentity: watchCertificate(source) },
    connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });
}

/**
 * Sends one request to a source: no redirects, no retries, no cache. Never throws: whatever goes
 * wrong is a {@link Failed} with a cause for the log.
 */
export async function exchange(
  pool: Dispatcher,
  address: SourceAddress,
  payload: unknown,
  { deadlineAt, signal, requestId, traceHeaders, onAnswer }: ExchangeLimits,
): Promise<Exchange> {
  const call = new SourceCall({ deadlineAt, signal, maxBytes: MAX_ANSWER_BYTES });
  let received = false;
  try {
    const answer = await call.send(
      pool,
      requestOf(address, payload, { 'x-request-id': requestId, ...traceHeaders }),
    );
    received = true;
    const text = await decode(answer.body, answer.encoding);
    call.assertGoing();
    const result = read(answer.status, text);
    onAnswer?.(answer.status, result);
    return result;
  } catch (error) {
    return failureOf(error, received);
  } finally {
    call.release();
  }
}

/** The parts of the few addresses of sources. */
const targets = new Map<string, { readonly origin: string; readonly path: string }>();

function targetOf(url: string) {
  const known = targets.get(url);
  if (known !== undefined) return known;
  const { origin, pathname, search } = new URL(url);
  const target = { origin, path: pathname + search };
  targets.set(url, target);
  return target;
}

function requestOf(
  address: SourceAddress,
  payload: unknown,
  headers: Readonly<Record<string, string>>,
): Dispatcher.DispatchOptions {
  const { url, credentials, format = 'json' } = address;
  if (format !== 'json')
    return parametersOf(address, new URLSearchParams(Object(payload)), headers);
  return {
    ...targetOf(url),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
      ...credentials,
    },
    body: JSON.stringify(payload),
  };
}

function parametersOf(
  { url, credentials, format }: SourceAddress,
  parameters: URLSearchParams,
  headers: Readonly<Record<string, string>>,
): Dispatcher.DispatchOptions {
  const target = targetOf(url);
  const accepted = { accept: 'application/json', ...headers, ...credentials };
  if (format === 'query') {
    const query = `${target.path.includes('?') ? '&' : '?'}${parameters}`;
    return { ...target, path: target.path + query, method: 'GET', headers: accepted };
  }
  return {
    ...target,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...accepted },
    body: String(parameters),
  };
}

function read(status: number, text: string | undefined): Exchange {
  if (status < 200 || (status >= 300 && status < 400) || status > 599) {
    return failed('source_unavailable', `status ${status}`);
  }
  // 204 and 205 have no content by definition, whatever bytes came along.
  if (text === undefined || status === 204 || status === 205) return { kind: 'not_json', status };
  const json = parseJson(text);
  return isJsonObject(json)
    ? { kind: 'json', status, body: json, text }
    : { kind: 'not_json', status };
}

/** A source that sent a whole answer is reachable, even when the answer cannot be read. */
function failureOf(
  error: unknown,
  received: boolean,
): Failed<'source_unavailable' | 'client_gone'> {
  if (error instanceof CallEnded && error.by === 'client') return failed('client_gone');
  const failure = failed('source_unavailable', causeOf(error));
  const unreachable = error instanceof CallEnded ? error.by === 'deadline' : !received;
  return unreachable ? { ...failure, unreachable } : failure;
}

/** Decompresses a body and limits its text. {@link SourceCall} limits the bytes received. */
async function decode(raw: Buffer, encodingHeader = 'identity'): Promise<string | undefined> {
  const encoding = encodingHeader.trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return raw.toString('utf8');
  if (!isKnownEncoding(encoding)) return undefined;
  const plain = await decoders[encoding](raw, { maxOutputLength: MAX_ANSWER_BYTES });
  return plain.toString('utf8');
}

function isKnownEncoding(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}

/** Returns a short, stable word for the log, never a text of the source. */
function causeOf(error: unknown): Cause {
  if (error instanceof CallEnded && error.by !== 'client') return error.by;
  return error instanceof Error && 'code' in error && isErrorCode(error.code)
    ? error.code
    : 'unknown';
}
