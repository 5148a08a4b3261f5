import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { publishedDoors } from '@/lib/gateway/doors';
import type { LookupHandler } from '@/lib/gateway/handler';
import { PEER_HEADER, signPeer } from '@/lib/gateway/peer';
import { MINUTE_MS } from '@/lib/time';
import { type Assets, serveAsset } from './assets';
import { serveDirect } from './door';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Above the idle time of common load balancers (60 s), so that they are the ones to close. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** A request, body included, that takes longer to arrive is a slow-loris. */
const REQUEST_TIMEOUT_MS = MINUTE_MS;

/** The server in front of Next, and how to stop it without cutting anybody off. */
export interface FrontServer {
  readonly server: Server;
  /** No new connections; what is under way or arrives on an open one is answered and is its last. */
  drain(deadlineMs: number): Promise<void>;
}

/**
 * Tells the handlers the TCP peer, hands the five lookups straight to their handlers, sends the
 * build's scripts and styles compressed and leaves everything else to Next. `direct: false` sends all
 * through Next's router, which hot reload needs. Only the exact path takes the direct door; other
 * spellings that Next accepts (`/catalogos/./rtu`) reach the same handler through its router, but for
 * what the router would answer by itself.
 */
export function createFrontServer(
  next: RequestListener,
  { direct, assets }: { readonly direct: boolean; readonly assets: Assets },
): FrontServer {
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const server = createServer((request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (draining) response.shouldKeepAlive = false;
    if (serveAsset(assets, request, response)) return;
    request.headers[PEER_HEADER] = signPeer(request.socket.remoteAddress ?? '');
    const handler = (direct ? exactDoor(request) : undefined) ?? doorAroundNext(request);
    if (handler === undefined && !isRoutable(request)) return refuse(request, response);
    const served =
      handler === undefined ? next(request, response) : serveDirect(handler, request, response);
    served.catch((error: unknown) => fail(error, response));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  const drain = (deadlineMs: number) => {
    draining = true;
    for (const response of underWay) response.shouldKeepAlive = false;
    return closeGently(server, deadlineMs);
  };
  return { server, drain };
}

function exactDoor({ url = '/' }: IncomingMessage): LookupHandler | undefined {
  return publishedDoors()?.get(url.split('?', 1)[0] ?? '/');
}

/** Next's router answers other methods by itself: 400, or 500 to TRACE. */
const ROUTED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function isRoutable({ method = '' }: IncomingMessage): boolean {
  return ROUTED_METHODS.has(method);
}

/** The door of a lookup, however spelled, for a request that Next's router would answer by itself. */
function doorAroundNext(request: IncomingMessage): LookupHandler | undefined {
  const { url = '/', headers } = request;
  // Next redirects what claims to be a click inside the console.
  const asksForData = headers.rsc !== undefined;
  if (isRoutable(request) && !asksForData) return undefined;
  if (!URL.canParse(url, 'http://any')) return undefined;
  return publishedDoors()?.get(new URL(url, 'http://any').pathname);
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(405, { allow: [...ROUTED_METHODS].join(', ') }).end();
}

/** A handler never throws; what comes here is a broken socket or a defect of the server. */
function fail(error: unknown, response: ServerResponse): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${message}\n`);
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { connection: 'close' }).end();
}

const IDLE_GRACE_MS = 1_000;
const CHECK_EVERY_MS = 100;

/** Connections idle for a while are closed; what is left at the deadline is cut. */
async function closeGently(server: Server, deadlineMs: number): Promise<void> {
  // http's own close would cut idle connections at once, with a request perhaps on its way in.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const startedAt = Date.now();
  const timer = setInterval(() => {
    const elapsedMs = Date.now() - startedAt;
    if (elapsedMs > deadlineMs) server.closeAllConnections();
    else if (elapsedMs > IDLE_GRACE_MS) server.closeIdleConnections();
  }, CHECK_EVERY_MS);
  await closed;
  clearInterval(timer);
}
