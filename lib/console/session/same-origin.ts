/**
 * Tells whether a page of this very site sent the request. A sibling subdomain is another site, and
 * so is a client that sends neither header; every browser sends one of them with a POST.
 */
export function isSameOrigin(headers: { get(name: string): string | null }): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const sender = headers.get('origin');
  if (sender === null || !URL.canParse(sender)) return false;
  const { host, origin } = new URL(sender);
  const { NEXTAUTH_URL, APP_ENV } = process.env;
  if (NEXTAUTH_URL && origin === new URL(NEXTAUTH_URL).origin) return true;
  // Clients choose the host that they send, so it says nothing where the address is known.
  return APP_ENV !== 'production' && host === headers.get('host');
}

/** Returns the refusal of a request that another site sent. */
export function crossSiteRefusal(): Response {
  return new Response('Forbidden\n', { status: 403, headers: { 'cache-control': 'no-store' } });
}
