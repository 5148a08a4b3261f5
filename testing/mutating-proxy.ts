import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Dispatcher, Pool } from 'undici';
import { listen } from '@/lib/base/process/free-port';

/** A request as the proxy passes it on. */
export interface Proxied {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns an answer that replaces the real one, or `undefined` to leave it. */
export type Mutate = (answer: ProxiedAnswer, asked: Proxied) => ProxiedAnswer | undefined;

const PREFIX = '/publicado/pasarela';
/** Headers of one connection, not of the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** A reverse proxy under a path of its own that changes what passes through it. */
export async function startMutatingProxy(target: string) {
  const pool = new Pool(target, { connections: 64 });
  let mutate: Mutate = () => undefined;
  let address = '192.0.2.1';
  let changed = 0;
  const server = createServer((request, response) => {
    read(request, address)
      .then(async (asked) => {
        if (asked === undefined) return notHere(response);
        const answer = await passOn(pool, asked);
        const mutated = mutate(answer, asked);
        if (mutated !== undefined) changed += 1;
        return send(mutated ?? answer, response);
      })
      .catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}${PREFIX}/`,
    /** From now on: what to change, and the address that requests are said to come from. */
    set: (next: Mutate, from: string) => {
      mutate = next;
      address = from;
      changed = 0;
    },
    /** Number of answers changed since then. */
    changed: () => changed,
    close: async () => {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => server.close(resolve)), pool.destroy()]);
    },
  };
}

async function read(request: IncomingMessage, address: string): Promise<Proxied | undefined> {
  const { url = '/', method = 'GET' } = request;
  const body = await text(request);
  if (!url.startsWith(`${PREFIX}/`)) return undefined;
  const headers = kept(request.headers);
  const before = headers['x-forwarded-for'];
  return {
    method,
    path: url.slice(PREFIX.length),
    headers: {
      ...headers,
      'x-forwarded-for': before === undefined ? address : `${before}, ${address}`,
    },
    body,
  };
}

async function passOn(pool: Pool, { method, path, headers, body }: Proxied) {
  const { host: _ours, ...passed } = headers;
  const answer = await pool.request({
    method: method as Dispatcher.HttpMethod,
    path,
    headers: passed,
    ...(body === '' ? {} : { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: kept(answer.headers), body: text };
}

function kept(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

function send({ status, headers, body }: ProxiedAnswer, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function notHere(response: ServerResponse): void {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  send({ status: 404, headers, body: '<!doctype html><title>Nothing here</title>' }, response);
}
