import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Slots } from '@/lib/base/process/slots';
import { SECOND_MS } from '@/lib/base/time/time';
import { languageOf } from '@/lib/base/values/language';
import { localeCookie } from '@/lib/console/session/cookies';
import { CLIENT_LANGUAGES, clientPath } from '@/lib/contract/client-files';
import { type Compressed, compress, sendCompressed } from '@/server/compressed';
import { countBufferBytes } from '@/server/return-memory';
import type { Forwarder } from './forward';

/** Inputs of a public page besides the build and the settings. */
interface Variation {
  readonly language: 'address' | 'address or cookie' | 'none';
  readonly origin: boolean;
  /** Value of the parameter `v` that changes the page. */
  readonly version?: string;
  /** Time after which a page is rendered again; without it a page changes with the build alone. */
  readonly freshMs?: number;
}

const STATUS_FRESH_MS = 30_000;
const LIVE = { language: 'address', origin: true, freshMs: STATUS_FRESH_MS } as const;

const PUBLIC_PAGES: ReadonlyMap<string, Variation> = new Map<string, Variation>([
  ['/', { language: 'address or cookie', origin: true }],
  ['/docs', { language: 'address or cookie', origin: true }],
  ['/docs/reference', { language: 'address or cookie', origin: false }],
  ['/docs/reference/frame', { language: 'address', origin: false }],
  ['/docs/reference/component', { language: 'none', origin: false }],
  ['/docs/changes.atom', { language: 'address', origin: true }],
  ...CLIENT_LANGUAGES.map(
    (language) => [clientPath(language), { language: 'none', origin: false }] as const,
  ),
  ['/estado', { ...LIVE, language: 'address or cookie' }],
  ['/verificar', { language: 'address or cookie', origin: false }],
  ['/.well-known/jwks.json', { language: 'none', origin: false, freshMs: 60_000 }],
  ['/estado.json', { language: 'none', origin: false, freshMs: STATUS_FRESH_MS }],
  ['/estado.atom', LIVE],
  ...['summary', 'status', 'components', 'incidents'].map(
    (name) => [`/estado/api/v2/${name}.json`, LIVE] as const,
  ),
  ['/openapi.json', { language: 'address', origin: true, version: '3.0' }],
]);

/**
 * Renderings kept of a page: two languages at two origins. Where `NEXTAUTH_URL` is this machine, clients
 * choose the origin that they send, so the number of stored and rendered pages is limited.
 */
const MAX_RENDERINGS = 4;
/** Longest wait for a new rendering of a page whose last bytes are kept. */
const MAX_WAIT_MS = 3_000;
const RENDER_SLOTS = { max: 2, maxPerKey: 2, maxWaiting: 16, waitMs: 10_000 };

interface PublicPage extends Compressed {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** When it was rendered, of a page that grows old. */
  readonly renderedAt?: number;
}

interface Kept {
  readonly page: Promise<PublicPage | undefined>;
  /** Until when these bytes answer without another rendering. */
  freshUntil: number;
}

/**
 * Caches the public pages, the most expensive to render, as compressed bytes: one rendering per
 * language and origin. A page that grows old is rendered by one request at a time, while its earlier
 * bytes answer the others; they go on answering, with their age, while nothing renders it. The policy
 * of a page lists its inline scripts by digest, because a nonce would have to differ in each answer.
 * Decision 0002 ("Why"): 40 connections on `GET /docs` made lookups take 3 to 4 s.
 */
export class PublicPages {
  readonly #forwarder: Forwarder;
  readonly #origin: URL | undefined;
  readonly #slots = new Slots(RENDER_SLOTS);
  readonly #pages = new Map<string, Kept>();

  /** Pages name `origin`, or the address of each request without it. */
  constructor(forwarder: Forwarder, origin?: URL) {
    this.#forwarder = forwarder;
    this.#origin = origin;
  }

  /** Answers a request for a public page. Returns false for any other request. */
  async serve(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || headers.rsc !== undefined) return false;
    const source = sourceOf(request, this.#origin);
    if (source === undefined) return false;
    const page = await this.#page(source, request);
    if (page === undefined) return false;
    send(page, request, response);
    return true;
  }

  async #page(source: Source, request: IncomingMessage): Promise<PublicPage | undefined> {
    const { key, freshMs } = source;
    const kept = this.#pages.get(key);
    if (kept !== undefined) {
      // Moves the page to the end: the least recently used is evicted first.
      this.#pages.delete(key);
      this.#pages.set(key, kept);
      if (performance.now() < kept.freshUntil) return kept.page;
      kept.freshUntil = performance.now() + freshMs;
    }
    const page = this.#render(source, request).catch(() => undefined);
    const fresh = { page, freshUntil: performance.now() + freshMs };
    if (kept === undefined) this.#pages.set(key, fresh);
    const renewed = page.then((rendered) => {
      if (rendered !== undefined) this.#keep(source, fresh);
      else if (kept === undefined) this.#pages.delete(key);
      return rendered ?? kept?.page;
    });
    if (kept === undefined) return renewed;
    return Promise.race([renewed, pause(MAX_WAIT_MS, kept.page, { ref: false })]);
  }

  /** Only a page that was rendered replaces another, so that no failure empties the cache. */
  #keep({ key, pathname }: Source, page: Kept): void {
    this.#pages.set(key, page);
    const ofPage = [...this.#pages.keys()].filter((one) => one.startsWith(`${pathname}?`));
    const [oldest] = ofPage;
    if (ofPage.length > MAX_RENDERINGS && oldest !== undefined) this.#pages.delete(oldest);
  }

  async #render(source: Source, request: IncomingMessage): Promise<PublicPage | undefined> {
    const release = await this.#slots.acquire('');
    try {
      return release && (await this.#renderNow(source, request));
    } finally {
      release?.();
    }
  }

  async #renderNow(source: Source, { socket }: IncomingMessage): Promise<PublicPage | undefined> {
    const { url, rawHeaders } = source;
    const never = new AbortController().signal;
    const rendered = { method: 'GET', url, rawHeaders, socket };
    const answer = await this.#forwarder.ask(rendered, undefined, never);
    if (answer === undefined) return undefined;
    const body = await buffer(answer);
    countBufferBytes(body.length);
    if (answer.statusCode !== 200) return undefined;
    const page = await pageOf(answer, body);
    return Number.isFinite(source.freshMs) ? { ...page, renderedAt: Date.now() } : page;
  }
}

interface Source {
  readonly pathname: string;
  readonly key: string;
  readonly url: string;
  readonly rawHeaders: string[];
  readonly freshMs: number;
}

/** Returns the request that renders the page, with nothing in it but the page's inputs. */
function sourceOf(
  { url = '/', headers }: IncomingMessage,
  fixed: URL | undefined,
): Source | undefined {
  if (!URL.canParse(url, 'http://any')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://any');
  const variation = PUBLIC_PAGES.get(pathname);
  if (variation === undefined) return undefined;
  const cookie =
    variation.language === 'address or cookie' ? storedLanguage(headers.cookie) : undefined;
  const language = languageOf(searchParams.get('lang') ?? cookie);
  const origin = variation.origin ? originHeaders(headers, fixed) : ['host', 'localhost'];
  const { version, freshMs = Number.POSITIVE_INFINITY } = variation;
  const parameters = new URLSearchParams({
    ...(variation.language !== 'none' && { lang: language }),
    ...(version !== undefined && searchParams.get('v') === version && { v: version }),
  });
  const path = parameters.size === 0 ? pathname : `${pathname}?${parameters}`;
  return { pathname, key: [path, ...origin].join(' '), url: path, rawHeaders: origin, freshMs };
}

function storedLanguage(cookies: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${localeCookie()}=([^;]*)`).exec(cookies ?? '')?.[1];
}

function originHeaders(
  { host = 'localhost', ...headers }: IncomingMessage['headers'],
  fixed: URL | undefined,
): string[] {
  if (fixed !== undefined) {
    return ['host', fixed.host, 'x-forwarded-proto', fixed.protocol.slice(0, -1)];
  }
  const protocol = String(headers['x-forwarded-proto'] ?? '')
    .split(',', 1)[0]
    ?.trim();
  return ['host', host, ...(protocol ? ['x-forwarded-proto', protocol] : [])];
}

const PAGE_HEADERS = [
  'content-type',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'access-control-allow-origin',
  'cross-origin-resource-policy',
  'cache-control',
];

async function pageOf({ headers }: IncomingMessage, body: Buffer): Promise<PublicPage> {
  const pageHeaders: Record<string, string> = {};
  for (const name of PAGE_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') pageHeaders[name] = value;
  }
  if (pageHeaders['content-type']?.startsWith('text/html')) {
    // Browsers may cache it but must revalidate.
    pageHeaders['cache-control'] = 'no-cache';
    const policy = pageHeaders['content-security-policy'];
    if (policy !== undefined) pageHeaders['content-security-policy'] = policyByDigest(policy, body);
  }
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { headers: pageHeaders, etag: headers.etag ?? `"${digest}"`, ...(await compress(body)) };
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

function policyByDigest(policy: string, body: Buffer): string {
  const digests = [...body.toString('utf8').matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  const sources = ["'self'", ...new Set(digests)].join(' ');
  return policy.replace(/script-src [^;]*/, `script-src ${sources}`);
}

function send(page: PublicPage, request: IncomingMessage, response: ServerResponse): void {
  const { etag, renderedAt } = page;
  const age = renderedAt && { age: String(Math.floor((Date.now() - renderedAt) / SECOND_MS)) };
  const headers = { ...page.headers, etag, ...age };
  const ifNoneMatch = request.headers['if-none-match'] ?? '';
  const etags = ifNoneMatch.split(/,\s*/).map((tag) => tag.replace(/^W\//, ''));
  if (etags.includes(etag.replace(/^W\//, ''))) {
    response.writeHead(304, { ...headers, vary: 'accept-encoding' }).end();
    return;
  }
  sendCompressed(page, headers, request, response);
}
