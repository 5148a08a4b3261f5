import type { IncomingMessage, ServerResponse } from 'node:http';
import { countBufferBytes } from './return-memory';

const LINGER_MS = 1_000;
const MAX_DISCARDED_BYTES = 1024 * 1024;

/**
 * Reads and drops the rest of a body, for {@link LINGER_MS} at most. Closing a connection while a
 * body is arriving resets it, so the client might never see the answer.
 */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS);
    for (const event of ['end', 'close', 'error']) {
      request.once(event, () => {
        clearTimeout(timer);
        resolve();
      });
    }
    let discarded = 0;
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length;
      countBufferBytes(chunk.length);
      if (discarded > MAX_DISCARDED_BYTES) request.pause();
    });
    request.resume();
  });
}

/** Sends an answer and ends the connection. */
export async function sendLast(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  response.write(body);
  await discardRest(request);
  response.end();
  // Otherwise the rest of the body would be parsed as the next request.
  if (!request.complete) request.socket.destroySoon();
}

/** Sends a short plain-text answer and ends the connection. */
export async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (response.destroyed) return;
  const body = `${text}\n`;
  response.removeHeader('keep-alive');
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
    ...headers,
  });
  await sendLast(request, response, request.method === 'HEAD' ? '' : body);
}
