import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Slots } from '@/lib/base/process/slots';
import type { MetricsJson } from '@/lib/base/telemetry/metrics';
import { MINUTE_MS } from '@/lib/base/time/time';
import type { PagesState } from '@/lib/gateway/health';
import { type Assets, assetOf, serveAsset } from '@/server/assets';
import { refuse } from '@/server/refuse';
import type { ShedCounts, ShedReason } from '@/server/shed-counts';
import { type StaleSources, waitingTexts } from '@/server/watch-sources';
import { serviceTexts } from '@/texts/service';
import { Forwarder } from './forward';
import type { PageLimit } from './limit';
import { PublicPages } from './public-pages';
import { BodyReader } from './read-body';
import type { PagesProcess } from './supervise';

/** The pages process renders about two pages at a time. More in flight would only cost memory. */
export const SLOTS = { max: 64, maxPerKey: 2, maxWaiting: 512, waitMs: 10_000, rests: true };
/** On a busy machine, development may compile a page for minutes before its first byte. */
const COMPILING_MS = 15 * MINUTE_MS;
const RETRY_AFTER_S = 2;
/** Refusals that a client causes itself, delayed as `repeated-refusals.ts` delays 429s. */
const SLOW_REFUSALS: readonly ShedReason[] = ['page_limit', 'body_too_large'];
const SLOW_REFUSAL_MS = 500;

/** Paths that programs read. */
const MACHINE_PATH = /\.(?:json|atom)(?:\?|$)/;

interface Answer {
  readonly status: number;
  readonly text: keyof typeof serviceTexts.es.pages;
  readonly retryAfterS?: number;
}

const BUSY: Answer = {
  status: 503,
  text: 'busy',
  retryAfterS: RETRY_AFTER_S,
};
const TOO_LARGE: Answer = {
  status: 413,
  text: 'body_too_large',
};

type PageRefusal = Exclude<
  ShedReason,
  'pipelined' | 'sockets_idle' | 'sockets_of_address' | 'sockets_total' | 'unread_response'
>;

const answers: Readonly<Record<PageRefusal, Answer>> = {
  body_too_large: TOO_LARGE,
  body_memory_full: BUSY,
  body_too_slow: {
    status: 408,
    text: 'body_too_slow',
  },
  page_limit: {
    status: 429,
    text: 'page_limit',
  },
  pages_building: {
    status: 503,
    text: 'pages_building',
    retryAfterS: RETRY_AFTER_S,
  },
  pages_busy: BUSY,
  pages_shed: BUSY,
  pages_unavailable: {
    status: 503,
    text: 'pages_unavailable',
    retryAfterS: RETRY_AFTER_S,
  },
  pages_unbuilt: {
    status: 503,
    text: 'pages_unbuilt',
  },
};

interface Parts {
  readonly process: PagesProcess;
  readonly peerSecret: string;
  /** None until the pages are built. */
  readonly assets: () => Assets;
  readonly limit: PageLimit;
  readonly counts: ShedCounts;
  /** True while the process is overloaded and must shed pages. */
  readonly overloaded: () => boolean;
  /** Only in development, where pages change while the process runs and are compiled when asked for. */
  readonly development?: StaleSources | undefined;
  /** Address that public pages name; without it, the one of each request. */
  readonly origin?: URL | undefined;
}

/** Answers every request that is not a lookup, from the cache or the pages process. */
export class Pages {
  readonly #parts: Parts;
  readonly #forwarder: Forwarder;
  readonly #publicPages: PublicPages | undefined;
  readonly #bodies = new BodyReader();
  readonly #slots: Slots;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { process, peerSecret, development, origin } = parts;
    const target = () => ({ socketPath: process.socketPath, peerSecret });
    this.#forwarder = new Forwarder(target, development && COMPILING_MS);
    this.#slots = new Slots(development ? { ...SLOTS, waitMs: COMPILING_MS } : SLOTS);
    this.#publicPages = development ? undefined : new PublicPages(this.#forwarder, origin);
  }

  get state(): PagesState {
    return this.#parts.process.state;
  }

  get isBuilding(): boolean {
    return this.#parts.process.refusal === 'pages_building';
  }

  metrics(): Promise<MetricsJson> {
    return this.#parts.process.metrics();
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { assets, limit, overloaded, development } = this.#parts;
    if (development && request.headers.accept?.includes('text/html')) {
      const waiting = development.waitingMigrations();
      const { es, en } = waitingTexts(waiting);
      if (waiting > 0) return refuse(request, response, 503, `${es}\n${en}`);
    }
    const asset = assetOf(assets(), request);
    if (asset !== undefined) {
      const { allowed, resetMs } = limit.spendCheap(request);
      if (!allowed) return this.#shed('page_limit', request, response, Math.ceil(resetMs / 1000));
      if (serveAsset(asset, request, response)) return;
    }
    const { key, allowed, resetMs } = await limit.spend(request);
    if (!allowed) return this.#shed('page_limit', request, response, Math.ceil(resetMs / 1000));
    if (overloaded()) return this.#shed('pages_shed', request, response);
    if (await this.#publicPages?.serve(request, response)) return;
    const body = await this.#bodies.read(request, key);
    if (body === 'client_gone') return;
    if (typeof body === 'string') return this.#shed(body, request, response);
    const { process } = this.#parts;
    if (process.state !== 'ready') return this.#shed(process.refusal, request, response);
    const release = await this.#slots.acquire(key);
    if (release === undefined) return this.#shed('pages_busy', request, response);
    try {
      if (response.destroyed) return;
      const forwarded = await this.#forwarder.forward(request, body, response);
      if (forwarded === 'unavailable') this.#shed('pages_unavailable', request, response);
    } finally {
      release();
    }
  }

  upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    this.#forwarder.upgrade(request, client, head);
  }

  /** Resolves when the pages first answer, or first fail. */
  get begun(): Promise<void> {
    return this.#parts.process.begun;
  }

  beginStop(): void {
    this.#parts.process.beginStop();
  }

  close(): void {
    this.#forwarder.close();
  }

  #shed(
    reason: PageRefusal,
    request: IncomingMessage,
    response: ServerResponse,
    retryAfterS?: number,
  ): Promise<void> {
    this.#parts.counts.add(reason);
    return shedPage(reason, request, response, retryAfterS);
  }
}

/** Turns a request away that is not a lookup. */
export async function shedPage(
  reason: PageRefusal,
  request: IncomingMessage,
  response: ServerResponse,
  retryAfterS = answers[reason].retryAfterS,
): Promise<void> {
  if (SLOW_REFUSALS.includes(reason)) await pause(SLOW_REFUSAL_MS);
  const { status, text } = answers[reason];
  const [es, en] = [serviceTexts.es.pages[text], serviceTexts.en.pages[text]];
  const after = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
  if (MACHINE_PATH.test(request.url ?? '')) {
    const headers = { ...after, 'content-type': 'application/json' };
    return refuse(
      request,
      response,
      status,
      JSON.stringify({ error: reason, message: en }),
      headers,
    );
  }
  // Browsers ignore `retry-after`, but load the page again after `refresh` seconds.
  const refresh = retryAfterS === undefined ? {} : { refresh: String(retryAfterS) };
  return refuse(request, response, status, `${es}\n${en}`, { ...after, ...refresh });
}
