import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectRequest, PlainAnswer } from '@/lib/gateway/call';
import type { LookupHandler } from '@/lib/gateway/handler';
import { sendLast } from './refuse';
import type { RepeatedRefusals } from './repeated-refusals';
import type { SecurityHeaders } from './security-headers';
import { KEEP_ALIVE } from './sockets';

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
  const answer = await handler(directRequest(request, new ClientHangUp(response)));
  if (answer.status === 429 && isOverLimit(answer)) await refusals.delay(request);
  const authenticated = answer.headers.ratelimit !== undefined;
  const idle = authenticated ? {} : { 'keep-alive': KEEP_ALIVE.refused };
  await send({ ...answer, headers: { ...headers, ...idle, ...answer.headers } }, request, response);
  return authenticated;
}

/** Tells a limit of ours from one of the source. */
function isOverLimit({ headers }: PlainAnswer): boolean {
  return headers.ratelimit?.includes(';r=0;') ?? true;
}

/** Tells that the client closed the connection before its answer. An `AbortSignal` costs more. */
class ClientHangUp {
  aborted = false;
  readonly #listeners = new Set<() => void>();

  constructor(response: ServerResponse) {
    response.once('close', () => {
      if (response.writableFinished) return;
      this.aborted = true;
      for (const listener of this.#listeners) listener();
    });
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

function directRequest(request: IncomingMessage, signal: DirectRequest['signal']): DirectRequest {
  const { headers } = request;
  return {
    peer: request.socket.remoteAddress ?? '',
    method: request.method ?? 'GET',
    signal,
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
    readWhole: () => wholeBodyOf(request),
    headers: {
      get: (name) => {
        const value = headers[name];
        return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
      },
    },
  };
}

function wholeBodyOf(request: IncomingMessage): Buffer | undefined {
  // Node runs this before it notes that the request is complete.
  const isWhole = String(request.readableLength) === request.headers['content-length'];
  if (!isWhole && !request.complete) return undefined;
  const whole: Buffer | null = request.read();
  return whole ?? Buffer.alloc(0);
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
