import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectRequest, PlainAnswer } from '@/lib/gateway/call';
import type { LookupHandler } from '@/lib/gateway/handler';
import { sendLast } from './refuse';
import type { RepeatedRefusals } from './repeated-refusals';
import type { SecurityHeaders } from './security-headers';

interface Surroundings {
  /** Headers of every response. */
  readonly headers: SecurityHeaders;
  readonly refusals: RepeatedRefusals;
}

/**
 * Calls a route's handler without Next's router and without a web `Request` and `Response`, which
 * together cost ten times the rest of a lookup. Returns whether the credentials were valid.
 */
export async function serveLookup(
  handler: LookupHandler,
  request: IncomingMessage,
  response: ServerResponse,
  { headers, refusals }: Surroundings,
): Promise<boolean> {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const answer = await handler(directRequest(request, hangUp.signal));
  if (answer.status === 429 && isOverLimit(answer)) await refusals.delay(request);
  await send({ ...answer, headers: { ...headers, ...answer.headers } }, request, response);
  return answer.headers.ratelimit !== undefined;
}

/** Tells a limit of ours from one of the source. */
function isOverLimit({ headers }: PlainAnswer): boolean {
  return headers.ratelimit?.includes(';r=0;') ?? true;
}

function directRequest(request: IncomingMessage, signal: AbortSignal): DirectRequest {
  const { headers } = request;
  return {
    peer: request.socket.remoteAddress ?? '',
    method: request.method ?? 'GET',
    signal,
    body: { [Symbol.asyncIterator]: () => bodyOf(request) },
    headers: {
      get: (name) => {
        const value = headers[name];
        return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
      },
    },
  };
}

/**
 * Yields the body. Reads a body that has arrived whole, as nearly all have, at once: iterating over
 * the stream costs several times more. Leaves the socket open for the answer when stopped early.
 */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  // Node runs this before it notes that the request is complete.
  const isWhole = String(request.readableLength) === request.headers['content-length'];
  if (!isWhole && !request.complete) {
    yield* request.iterator({ destroyOnReturn: false });
    return;
  }
  const whole: Buffer | null = request.read();
  if (whole !== null) yield whole;
}

async function send(
  { status, headers, body }: PlainAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  const content = request.method === 'HEAD' ? '' : body;
  if (headers.connection === 'close') await sendLast(request, response, content);
  else response.end(content);
}
