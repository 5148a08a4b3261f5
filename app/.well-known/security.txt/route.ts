import { settings } from '@/lib/base/env/settings';
import { DAY_MS } from '@/lib/base/time/time';

export const dynamic = 'force-dynamic';

const VALID_MS = 180 * DAY_MS;

/** Says where to report a vulnerability (RFC 9116). */
export function GET(): Response {
  const lines = [
    `Contact: ${settings().securityContact}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    'Preferred-Languages: es, en',
  ];
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
  return new Response(`${lines.join('\n')}\n`, { headers });
}
