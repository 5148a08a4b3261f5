import type { IncomingMessage } from 'node:http';
import type { Settings } from '@/lib/base/env/env';
import { isWithin, parseAddress } from '@/lib/base/values/networks';

/** Headers in which a reverse proxy describes its client. */
const FORWARDED: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
]);

/** Ranges of addresses from which nobody on the internet can connect. */
const INSIDE = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

export type TrustedProxies = Pick<Settings, 'trustedProxyHops' | 'trustedProxies'>;

/** Removes the headers of {@link FORWARDED}, unless one of our proxies sent the request. */
export function dropForgedHeaders(request: IncomingMessage, trusted: TrustedProxies): void {
  const { headers, rawHeaders, socket } = request;
  const forwarded = Object.keys(headers).filter((name) => FORWARDED.has(name));
  if (forwarded.length === 0 || isProxy(socket.remoteAddress, trusted)) return;
  for (const name of forwarded) delete headers[name];
  request.rawHeaders = rawHeaders.filter(
    (_, at) => !FORWARDED.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ''),
  );
}

function isProxy(peer: string | undefined, { trustedProxyHops, trustedProxies }: TrustedProxies) {
  if (trustedProxyHops === 0) return false;
  const address = parseAddress(peer ?? '');
  if (address === undefined) return false;
  // Without networks of our own, nobody on the internet who reaches the port is a proxy.
  return trustedProxies.length === 0
    ? INSIDE.has(address.range())
    : isWithin(address, trustedProxies);
}
