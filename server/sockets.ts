import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stopParsingOnceClosed } from './internals';
import { rawAnswer } from './security-headers';
import type { ShedCounts, ShedReason } from './shed-counts';
import { SocketSites } from './socket-sites';

/** Nearly what an office of 100 people needs, at six connections per browser. */
export const MAX_SOCKETS_PER_SITE = 500;
export const MAX_SOCKETS = 10_000;
/** Kept for sites that asked with valid credentials in the last hour. */
export const RESERVED_SOCKETS = 1_000;
/** Responses under way on one connection. A client with more of them does not read them. */
const MAX_PIPELINED = { lookup: 32, page: 2 } as const;
const CHECK_EVERY_MS = 1_000;
/** Closing thousands of connections at once would make lookups wait. */
const MAX_CLOSED_AT_ONCE = 500;
/** A client that reads less than {@link MIN_TAKEN_BYTES} in this time is disconnected. */
const UNREAD_DEADLINE_MS = 20_000;
const MIN_TAKEN_BYTES = 4 * 1024;
/**
 * Idle time after which a connection that only asked for pages is closed: the kernel may still hold
 * pages that its client never read. A reverse proxy's connections stay.
 */
const PAGES_IDLE_MS = 20_000;
/** The same after a lookup without valid credentials. */
export const REFUSED_IDLE_MS = 5_000;
/** Announced to clients, so that none reuses a connection while it is being closed. */
export const KEEP_ALIVE = {
  page: `timeout=${PAGES_IDLE_MS / 1000}`,
  refused: `timeout=${REFUSED_IDLE_MS / 1000}`,
} as const;

const REFUSAL = rawAnswer('503 Service Unavailable', 'Too many connections');

export type RequestKind = keyof typeof MAX_PIPELINED;

interface SocketState {
  /** Responses under way, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
  /** Idle time after which it is closed. Infinite after a lookup with valid credentials. */
  idleMs: number;
  /** When its last response ended. */
  usedAt: number | undefined;
  /** Bytes that the client had received at `readAt`. */
  takenBytes: number;
  readAt: number;
}

interface SocketLimits {
  /** With reverse proxies in front, all connections are theirs, so only the total is limited. */
  readonly trustedProxyHops: number;
  readonly counts: ShedCounts;
}

/**
 * Limits connections by site and in all, pipelined responses, and the time for which a
 * connection keeps a response that its client does not read. Decision 0002 ("Why"): 300 responses
 * never read took 600 to 800 MB for as long as they were held.
 */
export class Sockets {
  readonly #states = new Map<Socket, SocketState>();
  readonly #sites = new SocketSites();
  readonly #limits: SocketLimits;
  readonly #timer: NodeJS.Timeout;

  constructor(server: Server, limits: SocketLimits) {
    this.#limits = limits;
    server.on('connection', (socket: Socket) => this.#admit(socket));
    this.#timer = setInterval(() => this.#cutIdleAndUnread(), CHECK_EVERY_MS).unref();
    server.once('close', () => clearInterval(this.#timer));
  }

  /** Counts a response. Closes a connection that pipelines too many, and returns false. */
  track(response: ServerResponse, kind: RequestKind): boolean {
    const state = this.#states.get(response.req.socket);
    if (state === undefined) return false;
    state.responses.add(response);
    if (kind === 'lookup') state.idleMs = Number.POSITIVE_INFINITY;
    else if (Number.isFinite(state.idleMs)) state.idleMs = PAGES_IDLE_MS;
    response.once('close', () => {
      state.responses.delete(response);
      state.usedAt = performance.now();
      this.#sites.use(response.req.socket);
    });
    if (state.responses.size <= MAX_PIPELINED[kind]) return true;
    this.#limits.counts.add('pipelined');
    for (const { req } of state.responses) req.destroy();
    return false;
  }

  /** Notes whether a lookup had valid credentials. */
  judge(socket: Socket, authenticated: boolean): void {
    const state = this.#states.get(socket);
    if (state === undefined) return;
    if (authenticated) this.#sites.learn(socket);
    state.idleMs = authenticated ? Number.POSITIVE_INFINITY : REFUSED_IDLE_MS;
  }

  /** Open connections. */
  get size(): number {
    return this.#states.size;
  }

  /** The responses under way on all connections. */
  *responses(): Generator<ServerResponse> {
    for (const state of this.#states.values()) yield* state.responses;
  }

  #admit(socket: Socket): void {
    const reason = this.#shedReasonOf(socket);
    if (reason !== undefined) {
      this.#limits.counts.add(reason);
      socket.end(REFUSAL, () => socket.destroy());
      return;
    }
    this.#states.set(socket, {
      responses: new Set(),
      idleMs: PAGES_IDLE_MS,
      usedAt: undefined,
      takenBytes: 0,
      readAt: performance.now(),
    });
    this.#sites.add(socket);
    socket.once('close', () => this.#forget(socket));
    stopParsingOnceClosed(socket);
  }

  #shedReasonOf(socket: Socket): ShedReason | undefined {
    const isFull = this.#states.size >= MAX_SOCKETS;
    if (this.#limits.trustedProxyHops > 0) return isFull ? 'sockets_total' : undefined;
    if (this.#sites.countOf(socket) >= MAX_SOCKETS_PER_SITE) return 'sockets_of_address';
    const isScarce = this.#states.size >= MAX_SOCKETS - RESERVED_SOCKETS;
    if (!isScarce || (!isFull && this.#sites.isKnown(socket))) return undefined;
    const isIdle = (one: Socket) => hasNothingToDo(this.#states.get(one));
    const closed = this.#sites.makeRoom(socket, isIdle);
    if (closed > 0) this.#limits.counts.add('sockets_idle', closed);
    return closed > 0 ? undefined : 'sockets_total';
  }

  #forget(socket: Socket): void {
    const responses = this.#states.get(socket)?.responses ?? [];
    this.#states.delete(socket);
    for (const response of responses) {
      // Node closes only the response that it was sending. The others would never be freed.
      if (response.socket === null) response.destroy().emit('close');
    }
  }

  #cutIdleAndUnread(): void {
    const now = performance.now();
    const behindProxy = this.#limits.trustedProxyHops > 0;
    let closed = 0;
    for (const [socket, state] of this.#states) {
      if (socket.destroyed) continue;
      const isIdle = state.responses.size === 0 && now - (state.usedAt ?? now) > state.idleMs;
      if (isIdle && !behindProxy) {
        closed += 1;
        if (closed <= MAX_CLOSED_AT_ONCE) socket.destroy();
        continue;
      }
      const takenBytes = socket.bytesWritten - socket.writableLength;
      const reads = socket.writableLength === 0 || takenBytes - state.takenBytes >= MIN_TAKEN_BYTES;
      if (reads) {
        state.takenBytes = takenBytes;
        state.readAt = now;
      } else if (now - state.readAt > UNREAD_DEADLINE_MS) {
        this.#limits.counts.add('unread_response');
        socket.destroy();
      }
    }
  }
}

/** Tells whether no request has arrived whole that still needs its answer: a held body is no work. */
function hasNothingToDo(state: SocketState | undefined): boolean {
  if (state === undefined) return false;
  for (const { req } of state.responses) if (req.complete) return false;
  return true;
}
