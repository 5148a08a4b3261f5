import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { type Language, languageOf } from '@/lib/base/values/language';
import { localeCookie } from '@/lib/console/session/cookies';
import {
  DOCUMENT_LANGUAGE_HEADER,
  HOME,
  MISSING_PAGE,
  PLACE,
  REQUESTED_PAGE,
} from '@/lib/console/session/return-path';
import { crossSiteRefusal, isSameOrigin } from '@/lib/console/session/same-origin';

/**
 * Sets the headers that only pages have, and refuses requests that another site sent. The guard in
 * each page and action protects it. The matcher leaves out what is not a page, above all the
 * lookups, which a proxy would slow down by a third.
 */
export const config = {
  matcher:
    '/((?!renap/|rtu/|catalogos/|health$|openapi.json$|docs/reference/component$|docs/changes.atom$|estado.json$|estado.atom$|estado/api/|verificar/comprobar$|docs/clientes/|icon.svg$|_next/|.well-known/).*)',
};

/** Pages without inline styles. */
const WITHOUT_INLINE_STYLES = '/docs';
/** Page that runs the API reference component of a third party. */
const SANDBOX = '/docs/reference/frame';
/** Removes the document's origin. Hot reload does not accept that. */
const SANDBOXED = 'allow-scripts allow-forms';

const NONCE_BYTES = 16;
/** Mail providers post to it for the receiver of an e-mail (RFC 8058). */
const OPEN_TO_SITES = '/avisos/baja';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export async function proxy(request: NextRequest): Promise<Response> {
  const { method, headers: given, nextUrl } = request;
  // The actions check it again. Next would answer them with 500.
  const isChange = !SAFE_METHODS.has(method) && nextUrl.pathname !== OPEN_TO_SITES;
  if (isChange && !isSameOrigin(given)) {
    const { recordCrossSite } = await import('@/lib/console/session/events');
    await recordCrossSite(given, nextUrl.pathname);
    return crossSiteRefusal();
  }
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = policyOf(nonce, nextUrl.pathname, process.env.NODE_ENV === 'development');
  const headers = new Headers(given);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  headers.set(DOCUMENT_LANGUAGE_HEADER, requestLanguage(request));
  headers.set(REQUESTED_PAGE, `${nextUrl.pathname}${nextUrl.search}`);
  const changed = { request: { headers } };
  const response = given.has(MISSING_PAGE)
    ? NextResponse.rewrite(missingPage(nextUrl), changed)
    : NextResponse.next(changed);
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** An address that no page has, in the same part of the console. */
function missingPage(requested: NextRequest['nextUrl']): URL {
  const url = requested.clone();
  url.pathname = `${requested.pathname.startsWith(PLACE) ? PLACE : HOME}/missing`;
  return url;
}

/** The language of the address, else the one chosen last. A layout cannot see the address. */
function requestLanguage({ nextUrl, cookies }: NextRequest): Language {
  return languageOf(nextUrl.searchParams.get('lang') ?? cookies.get(localeCookie())?.value);
}

/** Mantine and Scalar write style attributes and elements, so styles cannot carry a nonce. */
function policyOf(nonce: string, path: string, development: boolean): string {
  const inlineStyles = development || path !== WITHOUT_INLINE_STYLES;
  const sandboxed = path === SANDBOX;
  return [
    ...(sandboxed ? [`sandbox ${SANDBOXED}${development ? ' allow-same-origin' : ''}`] : []),
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    `connect-src ${connectSources(sandboxed, development)}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${sandboxed ? "'none'" : "'self'"}`,
    `frame-ancestors ${sandboxed ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** Hot reload needs WebSockets. */
function connectSources(sandboxed: boolean, development: boolean): string {
  if (development) return "'self' ws:";
  return sandboxed ? "'none'" : "'self'";
}
