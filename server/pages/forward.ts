import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PEER_HEADER, writePeer } from '@/lib/gateway/peer';

/** The pages process must have begun to answer by then. */
const FIRST_BYTE_TIMEOUT_MS = 30_000;
/** Connections to the pages process that stay open for the next requests. */
const MAX_IDLE_CONNECTIONS = 8;
/** Of one connection each (RFC 9110, 7.6.1), so they end here. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Where the pages process listens, and the secret by which it knows the front process. */
export interface PagesTarget {
  readonly socketPath: string;
  readonly peerSecret: string;
}

/** What a request comes to behind the front process. */
export type Forwarded = 'answered' | 'unavailable';

export class Forwarder {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });
  readonly #target: () => PagesTarget;

  constructor(target: () => PagesTarget) {
    this.#target = target;
  }

  /**
   * Sends a request to the pages process and its answer to the client, as fast as the client reads.
   * `unavailable` when no answer began; nothing has been sent to the client then.
   */
  async forward(
    request: IncomingMessage,
    body: Buffer | undefined,
    response: ServerResponse,
  ): Promise<Forwarded> {
    const hangUp = new AbortController();
    response.once('close', () => hangUp.abort());
    const answer = await this.ask(request, body, hangUp.signal);
    if (answer === undefined) return response.destroyed ? 'answered' : 'unavailable';
    response.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage ?? '',
      withoutHopByHop(answer.rawHeaders),
    );
    // A client that leaves, or a pages process that dies half way, ends both sides.
    await pipeline(answer, response).catch(() => response.destroy());
    return 'answered';
  }

  /** Asks the pages process; `undefined` when it does not begin to answer. */
  ask(
    request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders' | 'socket'>,
    body: Buffer | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage | undefined> {
    const { method, url } = request;
    const { socketPath, peerSecret } = this.#target();
    const peer = request.socket.remoteAddress ?? '';
    const headers = [...requestHeaders(request, body), PEER_HEADER, writePeer(peerSecret, peer)];
    return new Promise((resolve) => {
      const asked = httpRequest({ socketPath, agent: this.#agent, method, path: url, headers });
      const end = () => asked.destroy();
      const timer = setTimeout(end, FIRST_BYTE_TIMEOUT_MS);
      signal.addEventListener('abort', end, { once: true });
      asked.once('response', (answer) => {
        clearTimeout(timer);
        answer.once('close', () => signal.removeEventListener('abort', end));
        resolve(answer);
      });
      asked.on('error', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve(undefined);
      });
      asked.end(body);
    });
  }

  /** Joins a WebSocket of a client with one of the pages process. */
  upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    const pages = connect(this.#target().socketPath);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    }
    pages.write(`${lines.join('\r\n')}\r\n\r\n`);
    pages.write(head);
    const end = () => {
      client.destroy();
      pages.destroy();
    };
    // When one side ends the other has nobody to talk to.
    for (const socket of [client, pages]) {
      for (const event of ['end', 'error', 'close']) socket.once(event, end);
    }
    client.pipe(pages).pipe(client);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function requestHeaders(
  { rawHeaders, socket }: Pick<IncomingMessage, 'rawHeaders' | 'socket'>,
  body: Buffer | undefined,
): string[] {
  const headers = withoutHopByHop(rawHeaders, ['content-length', 'expect', PEER_HEADER]);
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  // Next would write the peer of its own socket, which has none.
  if (!names.includes('x-forwarded-for')) {
    headers.push('x-forwarded-for', socket.remoteAddress ?? '');
  }
  if (body?.length) headers.push('content-length', String(body.length));
  return headers;
}

function withoutHopByHop(rawHeaders: readonly string[], also: readonly string[] = []): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !also.includes(key)) kept.push(name, value);
  }
  return kept;
}
