import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Slots } from '@/lib/base/process/slots';
import { languageOf } from '@/lib/base/values/language';
import { localeCookie } from '@/lib/console/locale';
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
}

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
  ['/openapi.json', { language: 'address', origin: true, version: '3.0' }],
]);

/**
 * Renderings kept of a page: two languages at two origins. Where `NEXTAUTH_URL` is this machine, clients
 * choose the origin that they send, so the number of stored and rendered pages is limited.
 */
const MAX_RENDERINGS = 4;
const RENDER_SLOTS = { max: 2, maxPerKey: 2, maxWaiting: 16, waitMs: 10_000 };

interface PublicPage extends Compressed {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

/**
 * Caches the public pages, the most expensive to render, as compressed bytes: one rendering per
 * language and origin. The policy of a page lists its inline scripts by digest, because a nonce
 * would have to differ in each answer.
 */
export class PublicPages {
  readonly #forwarder: Forwarder;
  readonly #origin: URL | undefined;
  readonly #slots = new Slots(RENDER_SLOTS);
  readonly #pages = new Map<string, Promise<PublicPage | undefined>>();

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
    const cached = this.#pages.get(source.key);
    if (cached !== undefined) {
      // Moves the page to the end: the least recently used is evicted first.
      this.#pages.delete(source.key);
      this.#pages.set(source.key, cached);
      return cached;
    }
    const kept = [...this.#pages.keys()].filter((key) => key.startsWith(`${source.pathname}?`));
    const [oldest] = kept;
    if (kept.length >= MAX_RENDERINGS && oldest !== undefined) this.#pages.delete(oldest);
    const rendering = this.#render(source, request).catch(() => undefined);
    this.#pages.set(source.key, rendering);
    const page = await rendering;
    if (page === undefined) this.#pages.delete(source.key);
    return page;
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
    const page = answer.statusCode === 200 ? await pageOf(answer, body) : undefined;
    countBufferBytes(body.length);
    return page;
  }
}

interface Source {
  readonly pathname: string;
  readonly key: string;
  readonly url: string;
  readonly rawHeaders: string[];
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
  const { version } = variation;
  const parameters = new URLSearchParams({
    ...(variation.language !== 'none' && { lang: language }),
    ...(version !== undefined && searchParams.get('v') === version && { v: version }),
  });
  const path = parameters.size === 0 ? pathname : `${pathname}?${parameters}`;
  return { pathname, key: [path, ...origin].join(' '), url: path, rawHeaders: origin };
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
  const headers = { ...page.headers, etag: page.etag };
  const ifNoneMatch = request.headers['if-none-match'] ?? '';
  const etags = ifNoneMatch.split(/,\s*/).map((tag) => tag.replace(/^W\//, ''));
  if (etags.includes(page.etag.replace(/^W\//, ''))) {
    response.writeHead(304, { ...headers, vary: 'accept-encoding' }).end();
    return;
  }
  sendCompressed(page, headers, request, response);
}
