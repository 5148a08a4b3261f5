import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LookupRequest } from '@/lib/gateway/call';
import type { LookupHandler } from '@/lib/gateway/handler';

/**
 * The direct door: calls a route's own handler with what it reads of a request, without Next's
 * router and without building a web `Request`, which together cost ten times the rest of a lookup.
 */
export async function serveDirect(
  handler: LookupHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const hangUp = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) hangUp.abort();
  });
  const answer = await handler(lookupRequest(request, hangUp.signal));
  await send(answer, request, response);
}

function lookupRequest(request: IncomingMessage, signal: AbortSignal): LookupRequest {
  const { headers } = request;
  return {
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
 * A body that has arrived whole by the time it is asked for, as nearly all have, is there at once:
 * iterating over a stream costs several times that. Stopping early must not close the socket: the
 * answer still has to go out.
 */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  if (!request.complete) {
    yield* request.iterator({ destroyOnReturn: false });
    return;
  }
  const whole: Buffer | null = request.read();
  if (whole !== null) yield whole;
}

async function send(
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await answer.text();
  if (response.destroyed) return;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(answer.status);
  response.end(request.method === 'HEAD' ? undefined : body);
}
