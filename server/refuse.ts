import type { IncomingMessage, ServerResponse } from 'node:http';

const LINGER_MS = 1_000;

/**
 * Reads and drops the rest of a body for a while. Closing a connection on a body that is still
 * arriving resets it, and its sender may never see the answer that is already there.
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
    request.resume();
  });
}

/** Sends a small plain answer. A connection whose request is still arriving is closed after it. */
export async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (response.destroyed) return;
  const body = request.method === 'HEAD' ? '' : `${text}\n`;
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(`${text}\n`),
    'cache-control': 'no-store',
    ...close,
    ...headers,
  });
  response.write(body);
  await discardRest(request);
  response.end();
}
