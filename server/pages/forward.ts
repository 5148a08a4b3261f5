import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MISSING_PAGE } from '@/lib/console/session/return-path';
import { PEER_HEADER, writePeer } from '@/lib/gateway/peer';

/** Time for the pages process to begin its answer. */
const FIRST_BYTE_TIMEOUT_MS = 30_000;
/** Idle connections to the pages process that are kept open. */
const MAX_IDLE_CONNECTIONS = 8;
/** Headers that belong to one connection (RFC 9110, 7.6.1) and are not forwarded. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers of Next for its own cache, which tell others about it. */
const OF_NEXT = new Set(['x-nextjs-cache']);

/** Where the pages process listens, and the secret by which it knows the front process. */
export interface PagesTarget {
  readonly socketPath: string;
  readonly peerSecret: string;
}

export type Forwarded = 'answered' | 'unavailable';

/** Waits for the first bytes of an answer, or its end; false if it breaks before. */
async function begins(answer: IncomingMessage): Promise<boolean> {
  if (answer.complete || answer.readableLength > 0) return true;
  return new Promise((resolve) => {
    answer.once('readable', () => resolve(true));
    answer.once('close', () => resolve(false));
    answer.once('error', () => resolve(false));
  });
}

/** Forwards requests to the pages process. Decision 0002 ("The peer's address") explains the secret. */
export class Forwarder {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });
  readonly #target: () => PagesTarget;
  readonly #firstByteTimeoutMs: number;

  constructor(target: () => PagesTarget, firstByteTimeoutMs = FIRST_BYTE_TIMEOUT_MS) {
    this.#target = target;
    this.#firstByteTimeoutMs = firstByteTimeoutMs;
  }

  /**
   * Forwards a request and streams the answer. Returns `unavailable` if no answer began, in which
   * case nothing was sent to the client.
   */
  async forward(
    request: IncomingMessage,
    body: Buffer | undefined,
    response: ServerResponse,
  ): Promise<Forwarded> {
    const hangUp = new AbortController();
    response.once('close', () => hangUp.abort());
    let answer = await this.ask(request, body, hangUp.signal);
    const { statusCode = 502, statusMessage = '' } = answer ?? {};
    // Next leaves a page that calls `notFound()` to scripts.
    if (answer !== undefined && isMissingPage(request, answer)) {
      answer.destroy();
      const rawHeaders = [...request.rawHeaders, MISSING_PAGE, '1'];
      const { method, url, socket } = request;
      answer = await this.ask({ method, url, socket, rawHeaders }, body, hangUp.signal);
    }
    if (answer === undefined || !(await begins(answer)))
      return response.destroyed ? 'answered' : 'unavailable';
    response.writeHead(statusCode, statusMessage, responseHeaders(answer));
    // If the client disconnects or the pages process dies, both sides are closed.
    await pipeline(answer, response).catch(() => response.destroy());
    return 'answered';
  }

  /** Asks the pages process. Returns undefined when it does not begin to answer. */
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
      const upstream = httpRequest({ socketPath, agent: this.#agent, method, path: url, headers });
      const end = () => upstream.destroy();
      const timer = setTimeout(end, this.#firstByteTimeoutMs);
      signal.addEventListener('abort', end, { once: true });
      upstream.once('response', (answer) => {
        clearTimeout(timer);
        answer.once('close', () => signal.removeEventListener('abort', end));
        resolve(answer);
      });
      upstream.on('error', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve(undefined);
      });
      upstream.end(body);
    });
  }

  /** Connects a client's WebSocket to the pages process. */
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
    // When one side ends, the other ends too.
    for (const socket of [client, pages]) {
      for (const event of ['end', 'error', 'close']) socket.once(event, end);
    }
    client.pipe(pages).pipe(client);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function isMissingPage({ url = '' }: IncomingMessage, answer: IncomingMessage): boolean {
  const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false;
  return answer.statusCode === 404 && isHtml && /^\/(console|integracion)\//.test(url);
}

function requestHeaders(
  { rawHeaders, socket }: Pick<IncomingMessage, 'rawHeaders' | 'socket'>,
  body: Buffer | undefined,
): string[] {
  const headers = withoutHopByHop(rawHeaders, ['content-length', 'expect', PEER_HEADER]);
  const names = headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  // Otherwise Next would write the peer of its own socket, which has no address.
  if (!names.includes('x-forwarded-for')) {
    headers.push('x-forwarded-for', socket.remoteAddress ?? '');
  }
  if (body?.length) headers.push('content-length', String(body.length));
  return headers;
}

/** Replaces the headers that the front process has set, and keeps repeated ones such as cookies. */
function responseHeaders({ headersDistinct }: IncomingMessage): NodeJS.Dict<string[]> {
  const kept = Object.entries(headersDistinct).filter(
    ([name]) => !HOP_BY_HOP.has(name) && !OF_NEXT.has(name),
  );
  // Next sends the path as the body of a redirect, without its type.
  return { 'content-type': ['text/plain; charset=utf-8'], ...Object.fromEntries(kept) };
}

function withoutHopByHop(rawHeaders: readonly string[], also: readonly string[] = []): string[] {
  const headers: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const key = name.toLowerCase();
    if (!HOP_BY_HOP.has(key) && !also.includes(key)) headers.push(name, value);
  }
  return headers;
}
