import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Pool } from 'undici';
import { listen } from '@/lib/base/process/free-port';

/**
 * What happens to one request. The first four reach the service, so a charge may stand.
 */
export type Fault =
  | 'none'
  | 'reset'
  | 'hang'
  | 'half'
  | 'reset-before'
  | 'redirect'
  | 'page'
  | 409
  | 429
  | 500
  | 502;

/** Stands between a client and the service, and lets the next requests fail in the given ways. */
export async function startFaultProxy(target: string) {
  const pool = new Pool(target);
  let faults: Fault[] = [];
  const keys: (string | undefined)[] = [];
  let sent = '';
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const { url = '/', headers } = request;
    const key = headers['idempotency-key'];
    keys.push(typeof key === 'string' ? key : undefined);
    const fault = faults.shift() ?? 'none';
    if (!reaches(fault)) return refuse(response, fault);
    const { connection, host, 'content-length': _, ...passed } = headers;
    const answer = await pool.request({ method: 'POST', path: url, headers: passed, body });
    const text = Buffer.from(await answer.body.arrayBuffer());
    if (fault === 'hang') return;
    if (fault === 'reset') return response.socket?.resetAndDestroy();
    sent = createHash('sha256').update(text).digest('hex');
    const { connection: _closes, 'transfer-encoding': _chunked, ...told } = answer.headers;
    response.writeHead(answer.statusCode, { ...told, 'content-length': text.length });
    if (fault === 'none') return response.end(text);
    response.write(text.subarray(0, text.length / 2), () => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Sets what happens to the next requests, and forgets the ones before. */
    expect: (next: readonly Fault[]) => {
      faults = [...next];
      keys.length = 0;
    },
    /** The idempotency keys of the requests since then. */
    keys: () => [...keys],
    /** The SHA-256 of the last body that was sent. */
    sent: () => sent,
    close: async () => {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), pool.destroy()]);
    },
  };
}

function reaches(fault: Fault): boolean {
  return fault === 'none' || fault === 'reset' || fault === 'hang' || fault === 'half';
}

function refuse(response: ServerResponse, fault: Fault) {
  if (fault === 'reset-before') return response.socket?.resetAndDestroy();
  if (fault === 'redirect') return response.writeHead(307, { location: '/elsewhere' }).end();
  if (fault === 'page') return response.writeHead(502, { 'content-type': 'text/html' }).end('<p>');
  // The window of a 429 ends at once.
  const window = fault === 429 ? { ratelimit: '"catalogos";r=0;t=0' } : {};
  const json = { 'content-type': 'application/json', ...window };
  return response.writeHead(Number(fault), json).end('{"message":"any"}');
}
