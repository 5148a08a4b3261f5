import type { IncomingMessage } from 'node:http';
import { readSessionCookie, sessionCookieOf } from '@/lib/console/session-cookie';
import { addressKey } from '@/lib/limits/address';
import { FixedWindow } from '@/lib/limits/fixed-window';
import { MINUTE_MS } from '@/lib/time';

const MAX_KEYS = 20_000;
const MAX_SESSIONS = 2_000;
/** Time for which a checked session cookie is trusted. */
const SESSION_KNOWN_MS = 10 * MINUTE_MS;

interface PageLimitSettings {
  readonly pagesPerMinute: number;
  readonly trustedProxyHops: number;
  readonly sessionSecret: string | undefined;
}

/**
 * Limits the requests per minute that are not lookups: by session for signed-in users, so that an
 * office behind one address does not share a quota, otherwise by address. Checking an unknown
 * cookie spends from the quota of its address, so that a forged cookie gains nothing.
 */
export class PageLimit {
  readonly #settings: PageLimitSettings;
  readonly #windows: FixedWindow;
  readonly #sessions = new Map<string, { readonly key: string; readonly until: number }>();

  constructor(settings: PageLimitSettings) {
    this.#settings = settings;
    this.#windows = new FixedWindow(settings.pagesPerMinute, MINUTE_MS, MAX_KEYS);
  }

  /** Spends from the counter of the request, whose key is its address or its session. */
  async spend(request: IncomingMessage) {
    const cookie = sessionCookieOf(request.headers.cookie);
    const known = cookie === undefined ? undefined : this.#knownSession(cookie);
    if (known !== undefined) return this.#spend(known);
    const spent = this.#spend(this.#addressOf(request));
    if (cookie === undefined || !spent.allowed) return spent;
    const key = await this.#learnSession(cookie);
    return key === undefined ? spent : { ...spent, key };
  }

  #spend(key: string) {
    const { allowed, resetMs } = this.#windows.spend(key);
    return { key, allowed, resetMs };
  }

  #addressOf({ socket, headers }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for'] ?? null;
    const evidence = {
      peer: socket.remoteAddress,
      forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    };
    return addressKey(evidence, this.#settings.trustedProxyHops);
  }

  #knownSession(cookie: string): string | undefined {
    const session = this.#sessions.get(cookie);
    return session !== undefined && session.until > performance.now() ? session.key : undefined;
  }

  async #learnSession(cookie: string): Promise<string | undefined> {
    const { sessionSecret } = this.#settings;
    const token = sessionSecret && (await readSessionCookie(cookie, sessionSecret));
    if (!token) return undefined;
    // An entered password gives the session a new id, which must not be a new quota.
    const key = `session ${token.sessionNumber ?? token.sessionId}`;
    this.#sessions.delete(cookie);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(cookie, { key, until: performance.now() + SESSION_KNOWN_MS });
    return key;
  }
}
