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
    // Stopping early must not close the socket: the answer still has to go out.
    body: { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) },
    headers: {
      get: (name) => {
        const value = headers[name];
        return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
      },
    },
  };
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
  if (request.method !== 'HEAD') response.write(body);
  if (answer.headers.get('connection') === 'close') await discardRest(request);
  response.end();
}

const LINGER_MS = 1_000;

/**
 * Closing a connection on a body that is still arriving resets it, and the sender may never see the
 * answer that is already there; so the rest is read and dropped for a while.
 */
function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    for (const event of ['end', 'close', 'error']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    request.resume();
  });
}
