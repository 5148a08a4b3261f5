import type { IncomingMessage } from 'node:http';
import { BoundedMap } from '@/lib/base/process/bounded-map';
import { MINUTE_MS } from '@/lib/base/time/time';
import { readSessionCookie, sessionCookieOf } from '@/lib/console/session/cookies';
import { requestAddress } from '@/lib/limits/address';
import { FixedWindow } from '@/lib/limits/fixed-window';
import type { LimitResult } from '@/lib/limits/limit';

const MAX_KEYS = 20_000;
/** Scripts, styles and checks of the health for each page of the quota. */
const CHEAP_PER_PAGE = 20;
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
  readonly #cheap: FixedWindow;
  readonly #sessions = new BoundedMap<string, { readonly key: string; readonly until: number }>(
    MAX_SESSIONS,
  );

  constructor(settings: PageLimitSettings) {
    this.#settings = settings;
    const { pagesPerMinute } = settings;
    this.#windows = new FixedWindow(pagesPerMinute, MINUTE_MS, MAX_KEYS);
    this.#cheap = new FixedWindow(CHEAP_PER_PAGE * pagesPerMinute, MINUTE_MS, MAX_KEYS);
  }

  /** Spends from the counter of the request, whose key is its address or its session. */
  async spend(request: IncomingMessage) {
    const cookie = sessionCookieOf(request.headers.cookie);
    const known = cookie === undefined ? undefined : this.#knownSession(cookie);
    if (known !== undefined) return this.#spend(known);
    const spent = this.#spend(requestAddress(request, this.#settings.trustedProxyHops));
    if (cookie === undefined || !spent.allowed) return spent;
    const key = await this.#learnSession(cookie);
    return key === undefined ? spent : { ...spent, key };
  }

  /** Spends for what costs little, which counts by address only. */
  spendCheap(request: IncomingMessage): LimitResult {
    return this.#cheap.spend(requestAddress(request, this.#settings.trustedProxyHops));
  }

  #spend(key: string) {
    const { allowed, resetMs } = this.#windows.spend(key);
    return { key, allowed, resetMs };
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
    this.#sessions.set(cookie, { key, until: performance.now() + SESSION_KNOWN_MS });
    return key;
  }
}
