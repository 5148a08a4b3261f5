import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/json';
import { CallEnded, SourceCall } from './source-call';

/** Where a source is and the header that lets us in. */
export interface SourceAddress {
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** What bounds one call: the whole exchange, first byte to last, ends at `timeoutMs`. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  /** Aborted when the integrator hangs up. */
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** `answered` is any final status other than a redirect, with a JSON object as its body. */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: JsonObject;
      /** The body as it was written: what goes out untouched is cut from it. */
      readonly text: string;
    }
  | { readonly kind: 'other_status'; readonly status: number }
  | { readonly kind: 'unavailable'; readonly cause: string }
  | { readonly kind: 'client_gone' };

export const MAX_ANSWER_BYTES = 1024 * 1024;

/** Sources close idle connections after 5 s or more; a connection closed under us is a failed query. */
const KEEP_ALIVE_MS = 4_000;
const CONNECTIONS_PER_SOURCE = 256;

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/** One pool of keep-alive connections; the deadline is ours alone, so undici's own timers are off. */
export function createSourcePool(): Dispatcher {
  return new Agent({
    connections: CONNECTIONS_PER_SOURCE,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
  });
}

/**
 * One POST of JSON to a source: no redirects, no retries, no cache. Never throws: whatever goes
 * wrong is `unavailable` with a cause for the log (rules: the sources' wire formats).
 */
export async function exchange(
  pool: Dispatcher,
  address: SourceAddress,
  payload: unknown,
  { timeoutMs, signal, requestId }: ExchangeLimits,
): Promise<Exchange> {
  const call = new SourceCall({ timeoutMs, signal, maxBytes: MAX_ANSWER_BYTES });
  try {
    return await post(pool, address, payload, requestId, call);
  } catch (error) {
    if (error instanceof CallEnded && error.by === 'client') return { kind: 'client_gone' };
    return { kind: 'unavailable', cause: causeOf(error) };
  } finally {
    call.release();
  }
}

async function post(
  pool: Dispatcher,
  address: SourceAddress,
  payload: unknown,
  requestId: string,
  call: SourceCall,
): Promise<Exchange> {
  const { origin, pathname, search } = new URL(address.url);
  const { status, encoding, body } = await call.send(pool, {
    origin,
    path: pathname + search,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-request-id': requestId,
      ...address.credentials,
    },
    body: JSON.stringify(payload),
  });
  const plain = await decode(body, encoding);
  call.assertGoing();
  if (status < 200 || (status >= 300 && status < 400) || status > 599) {
    return { kind: 'unavailable', cause: `status ${status}` };
  }
  // 204 and 205 have no content by definition, whatever bytes came along.
  if (plain === undefined || status === 204 || status === 205)
    return { kind: 'other_status', status };
  const json = parseJson(plain);
  return isJsonObject(json)
    ? { kind: 'answered', status, body: json, text: plain }
    : { kind: 'other_status', status };
}

/** The cap on bytes holds on the wire, in {@link SourceCall}, and after decompression, here. */
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

/** A short, stable word for the log: never a text of the source. */
function causeOf(error: unknown): string {
  if (error instanceof CallEnded) return error.by;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
