import type { Socket } from 'node:net';
import { BoundedMap } from '@/lib/base/process/bounded-map';
import { MINUTE_MS } from '@/lib/base/time/time';
import { siteKey } from '@/lib/limits/address';

/** Time for which a site counts as known after a lookup with valid credentials. */
const KNOWN_MS = 60 * MINUTE_MS;
const MAX_KNOWN = 10_000;
/** Closed at once, so that a flood of connections does not look for them one by one. */
const CLOSED_AT_ONCE = 100;

/**
 * Open connections by site: an IPv4 address, or an IPv6 /48. Decision 0002 ("Limits on everybody
 * else") says how many a site may have, and what is closed when they are scarce.
 */
export class SocketSites {
  readonly #siteOf = new WeakMap<Socket, string>();
  /** Connections of each site, the one unused for longest first. */
  readonly #sockets = new Map<string, Set<Socket>>();
  /** Until when each known site is known, the oldest first. */
  readonly #known = new BoundedMap<string, number>(MAX_KNOWN);

  add(socket: Socket): void {
    const site = this.#site(socket);
    const sockets = this.#sockets.get(site) ?? new Set();
    this.#sockets.set(site, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) this.#sockets.delete(site);
    });
  }

  /** Counts the connections of the socket's site. */
  countOf(socket: Socket): number {
    return this.#sockets.get(this.#site(socket))?.size ?? 0;
  }

  /** Notes that a connection was used. */
  use(socket: Socket): void {
    const sockets = this.#sockets.get(this.#site(socket));
    if (sockets?.delete(socket)) sockets.add(socket);
  }

  /** Notes a lookup with valid credentials, once a minute for each site. */
  learn(socket: Socket): void {
    const site = this.#site(socket);
    if ((this.#known.get(site) ?? 0) > performance.now() + KNOWN_MS - MINUTE_MS) return;
    this.#known.set(site, performance.now() + KNOWN_MS);
  }

  isKnown(socket: Socket): boolean {
    return (this.#known.get(this.#site(socket)) ?? 0) > performance.now();
  }

  /**
   * Closes connections that are idle, the idlest first, of the site that has most. Returns how many;
   * none if that site has no more of them than the newcomer's.
   */
  makeRoom(newcomer: Socket, isIdle: (socket: Socket) => boolean): number {
    let largest: ReadonlySet<Socket> = new Set();
    for (const sockets of this.#sockets.values())
      if (sockets.size > largest.size) largest = sockets;
    if (largest.size <= this.countOf(newcomer) + 1) return 0;
    const atMost = Math.min(CLOSED_AT_ONCE, Math.ceil(largest.size / 2));
    const idle: Socket[] = [];
    for (const socket of largest) {
      if (idle.length === atMost) break;
      if (isIdle(socket)) idle.push(socket);
    }
    for (const socket of idle) socket.destroy();
    return idle.length;
  }

  #site(socket: Socket): string {
    const site = this.#siteOf.get(socket) ?? siteKey(socket.remoteAddress);
    this.#siteOf.set(socket, site);
    return site;
  }
}
