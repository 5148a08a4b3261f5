import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';

/**
 * Headers of the console's pages, nothing else: what protects them is the guard in each page and
 * action. The matcher leaves the five lookups alone, which a proxy would slow down by a third.
 */
export const config = {
  matcher: ['/console/:path*', '/login', '/invite/:path*', '/api/auth/:path*'],
};

const NONCE_BYTES = 16;

export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const policy = policyOf(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts from here.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('cache-control', 'no-store');
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('x-content-type-options', 'nosniff');
  return response;
}

/** The component library writes style attributes and elements, so styles cannot carry a nonce. */
function policyOf(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
