import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { DOCUMENT_LANGUAGE_HEADER, LOCALE_COOKIE } from '@/lib/console/locale';
import { type Language, languageOf } from '@/lib/language';

/**
 * Headers of the console's pages and of the documentation, nothing else: what protects a page is the
 * guard in it and in each action. The matcher leaves the five lookups alone, which a proxy would slow
 * down by a third.
 */
export const config = {
  matcher: [
    '/console/:path*',
    '/login',
    '/invite/:path*',
    '/api/auth/:path*',
    '/docs',
    '/docs/reference',
  ],
};

/** Made of one sheet, without a style of its own in any element. */
const WITHOUT_INLINE_STYLES = '/docs';

const NONCE_BYTES = 16;

export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = policyOf(nonce, request.nextUrl.pathname, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  headers.set(DOCUMENT_LANGUAGE_HEADER, requestLanguage(request));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/** The language of the address, else the one chosen last. A layout cannot see the address. */
function requestLanguage({ nextUrl, cookies }: NextRequest): Language {
  return languageOf(nextUrl.searchParams.get('lang') ?? cookies.get(LOCALE_COOKIE)?.value);
}

/**
 * The component libraries of the console and of the API reference write style attributes and elements,
 * so their styles cannot carry a nonce.
 */
function policyOf(nonce: string, path: string, development: boolean): string {
  const inlineStyles = development || path !== WITHOUT_INLINE_STYLES;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
