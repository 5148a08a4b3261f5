import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@/lib/base/telemetry/log';
import type { LookupHandler } from '@/lib/gateway/handler';
import { type Health, healthAnswer } from '@/lib/gateway/health';
import type { Lifecycle } from '@/server/ops/server';
import { dropForgedHeaders, type TrustedProxies } from './forwarded';
import { closePort } from './internals';
import { answerMalformed, malformation } from './malformed';
import type { PageLimit } from './pages/limit';
import { type Pages, shedPage } from './pages/serve';
import { refuse } from './refuse';
import type { RepeatedRefusals } from './repeated-refusals';
import { securityHeaders } from './security-headers';
import { serveLookup } from './serve-lookup';
import type { ShedCounts } from './shed-counts';
import { KEEP_ALIVE, Sockets } from './sockets';

/** Longer than the idle time of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 75_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** A request that takes longer to arrive, body included, is a slow-loris attack. */
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_CONNECTIONS_EVERY_MS = 5_000;
/** Bytes of a body that a connection buffers before anything reads it. */
const MAX_UNREAD_BODY_BYTES = 16 * 1024;

const HEALTH_PATH = '/health';

interface FrontParts {
  /** By path. Empty where the machine serves pages only, or where Next answers the lookups. */
  readonly lookups: ReadonlyMap<string, LookupHandler>;
  readonly health: () => Promise<Health>;
  /** Absent where the machine serves lookups only. */
  readonly pages: Pages | undefined;
  readonly limit: PageLimit;
  readonly refusals: RepeatedRefusals;
  /** Whether WebSockets are forwarded to the pages, as hot reload needs. */
  readonly upgrades: boolean;
  readonly counts: ShedCounts;
  readonly log: Logger;
  readonly proxies: TrustedProxies;
  /** Whether people reach the console over HTTPS only. */
  readonly https: boolean;
  readonly lifecycle: Lifecycle;
}

/** Answers the lookups and `/health`, and passes every other request to the pages. */
export function createFrontServer(parts: FrontParts) {
  const upgraded = new Set<Duplex>();
  const { lifecycle } = parts;
  const options = {
    highWaterMark: MAX_UNREAD_BODY_BYTES,
    connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
  };
  const server = createServer(options, (request, response) => {
    dropForgedHeaders(request, parts.proxies);
    const lookup = lookupAt(request, parts.lookups);
    if (!sockets.track(response, lookup === undefined ? 'page' : 'lookup')) return;
    if (lifecycle.phase === 'draining') response.shouldKeepAlive = false;
    const { socket } = request;
    serve(parts, lookup, request, response).then(
      (authenticated) => authenticated !== undefined && sockets.judge(socket, authenticated),
      (error: unknown) => fail(parts.log, error, response),
    );
  });
  const { counts, pages } = parts;
  const { trustedProxyHops } = parts.proxies;
  const sockets = new Sockets(server, { trustedProxyHops, counts });
  server.on('clientError', answerMalformed);
  // Node would answer before the body and keep the connection.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    void refuse(request, response, 417, 'Expectation failed', securityHeaders(request, false));
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  if (parts.upgrades && pages !== undefined) {
    server.on('upgrade', (request, socket, head) => {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      pages.upgrade(request, socket, head);
    });
  }
  /**
   * Answers with `connection: close` for `delayMs`. Then refuses new connections, still answers on
   * open ones, and closes all of them within `deadlineMs`.
   */
  const drain = async (delayMs: number, deadlineMs: number) => {
    lifecycle.phase = 'draining';
    for (const socket of upgraded) socket.destroy();
    for (const response of sockets.responses()) response.shouldKeepAlive = false;
    await pause(delayMs);
    await closeGently(server, deadlineMs);
  };
  return { server, drain, connections: () => sockets.size };
}

/** The server that owns the port. */
export type FrontServer = ReturnType<typeof createFrontServer>;

/** Returns whether a lookup had valid credentials; undefined for other requests. */
async function serve(
  parts: FrontParts,
  lookup: LookupHandler | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean | undefined> {
  // After this turn a connection that pipelines too many pages is closed, so they are not served.
  if (lookup === undefined) await nextTurn();
  if (request.destroyed) return undefined;
  const problem = malformation(request);
  const headers = securityHeaders(request, parts.https);
  // Setting headers one by one, as below, takes Node several times longer.
  if (lookup !== undefined && problem === undefined) {
    return serveLookup(lookup, request, response, { headers, refusals: parts.refusals });
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // These are answered without their bodies; a proxy that sends none must not reuse the connection.
  if (!request.complete && BODILESS.has(request.method ?? '')) response.shouldKeepAlive = false;
  if (response.shouldKeepAlive) response.setHeader('keep-alive', KEEP_ALIVE.page);
  if (problem === undefined) await serveRest(parts, request, response);
  else await refuse(request, response, 400, problem);
  return undefined;
}

const BODILESS = new Set(['GET', 'HEAD']);

function lookupAt({ url = '/' }: IncomingMessage, lookups: ReadonlyMap<string, LookupHandler>) {
  const path = pathOf(url);
  return lookups.get(path) ?? lookups.get(normalised(path));
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '/';
}

/** Answers what is not a lookup: health and pages. */
async function serveRest(
  { health, pages, limit, counts }: FrontParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!ROUTED_METHODS.has(request.method ?? '')) {
    const headers = { allow: [...ROUTED_METHODS].join(', ') };
    return refuse(request, response, 405, 'Method not allowed', headers);
  }
  if (pathOf(request.url ?? '/') === HEALTH_PATH) {
    const { allowed, resetMs } = limit.spendCheap(request);
    if (allowed) return serveHealth(health, request, response);
    counts.add('page_limit');
    return shedPage('page_limit', request, response, Math.ceil(resetMs / 1000));
  }
  if (pages === undefined) return refuse(request, response, 404, 'Not found');
  return pages.serve(request, response);
}

/** Methods that Next's router knows. It answers others with 400, or 500 for TRACE. */
const ROUTED_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Normalises a path such as `/catalogos/./rtu`; empty for a path that is not valid in a URL. */
function normalised(path: string): string {
  return URL.canParse(path, 'http://any') ? new URL(path, 'http://any').pathname : '';
}

async function serveHealth(
  health: FrontParts['health'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(request, response, 405, 'Method not allowed', { allow: 'GET, HEAD' });
  }
  const { status, headers, body } = healthAnswer(await health());
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Reports a broken socket or a defect of the server; handlers never throw. */
function fail(log: Logger, error: unknown, response: ServerResponse): void {
  log.error({ event: 'request_failed', err: error });
  if (response.headersSent) response.destroy();
  else response.writeHead(500, { connection: 'close' }).end();
}

const IDLE_GRACE_MS = 1_000;
const CHECK_EVERY_MS = 100;
/** The most connections that the kernel queues for a port. */
const MAX_QUEUED = 4_096;

/** Closes idle connections after a second, and all others at the deadline. */
async function closeGently(server: Server, deadlineMs: number): Promise<void> {
  await acceptQueued(server);
  const closed = closePort(server);
  const startedAt = Date.now();
  const check = () => {
    const elapsedMs = Date.now() - startedAt;
    if (elapsedMs > deadlineMs) server.closeAllConnections();
    else if (elapsedMs > IDLE_GRACE_MS) server.closeIdleConnections();
  };
  // `setImmediate` lets a busy process first read what has arrived.
  const timer = setInterval(() => setImmediate(check), CHECK_EVERY_MS);
  await closed;
  clearInterval(timer);
}

/**
 * Accepts the connections that wait in the kernel, because closing the port would reset them. Node
 * accepts one per turn of its event loop, so many may wait.
 */
async function acceptQueued(server: Server): Promise<void> {
  let accepted = true;
  const onConnection = () => {
    accepted = true;
  };
  server.on('connection', onConnection);
  for (let turn = 0; accepted && turn < MAX_QUEUED; turn += 1) {
    accepted = false;
    await nextTurn();
  }
  server.off('connection', onConnection);
}
