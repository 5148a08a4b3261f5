import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Agent, type Dispatcher, request } from 'undici';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/json';

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
  | { readonly kind: 'answered'; readonly status: number; readonly body: JsonObject }
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

/** Why a call was ended by us; the abort reason travels through undici as it is. */
class CallEnded extends Error {
  constructor(readonly by: 'deadline' | 'client' | 'size') {
    super(`ended by ${by}`);
  }
}

/**
 * One POST of JSON to a source: no redirects, no retries, no cache. Never throws: whatever goes
 * wrong is `unavailable` with a cause for the log (rules: the sources' wire formats).
 */
export async function exchange(
  pool: Dispatcher,
  address: SourceAddress,
  payload: unknown,
  limits: ExchangeLimits,
): Promise<Exchange> {
  const call = new AbortController();
  const hangUp = () => call.abort(new CallEnded('client'));
  const timer = setTimeout(
    () => call.abort(new CallEnded('deadline')),
    Math.max(0, limits.timeoutMs),
  );
  limits.signal.addEventListener('abort', hangUp, { once: true });
  if (limits.signal.aborted) hangUp();
  try {
    return await post(pool, address, payload, limits.requestId, call.signal);
  } catch (error) {
    const reason: unknown = call.signal.aborted ? call.signal.reason : error;
    if (reason instanceof CallEnded && reason.by === 'client') return { kind: 'client_gone' };
    return { kind: 'unavailable', cause: causeOf(reason) };
  } finally {
    clearTimeout(timer);
    limits.signal.removeEventListener('abort', hangUp);
  }
}

async function post(
  pool: Dispatcher,
  address: SourceAddress,
  payload: unknown,
  requestId: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const response = await request(address.url, {
    dispatcher: pool,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-request-id': requestId,
      ...address.credentials,
    },
    body: JSON.stringify(payload),
    signal,
  });
  const status = response.statusCode;
  const raw = await readCapped(response.body);
  const plain = await decode(raw, response.headers['content-encoding']);
  if (signal.aborted) throw signal.reason;
  if (status < 200 || (status >= 300 && status < 400) || status > 599) {
    return { kind: 'unavailable', cause: `status ${status}` };
  }
  const body = plain === undefined ? undefined : parseJson(plain);
  // 204 and 205 have no content by definition, whatever bytes came along.
  return isJsonObject(body) && status !== 204 && status !== 205
    ? { kind: 'answered', status, body }
    : { kind: 'other_status', status };
}

/** The cap counts bytes on the wire here and bytes after decompression in {@link decode}. */
async function readCapped(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new CallEnded('size');
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
}

async function decode(
  raw: Buffer,
  encodingHeader: string | string[] | undefined,
): Promise<string | undefined> {
  const encoding = String(encodingHeader ?? 'identity')
    .trim()
    .toLowerCase();
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
