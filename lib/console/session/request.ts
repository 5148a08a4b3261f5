import { headers } from 'next/headers';
import { settings } from '@/lib/base/env/settings';
import { peerOf } from '@/lib/gateway/peer';
import { addressKey } from '@/lib/limits/address';

/** Returns the client address of this request, determined as for the limit of lookups. */
export async function callerAddress(): Promise<string> {
  return clientAddressOf(await headers());
}

/** Returns the client address of a request with these headers. */
export function clientAddressOf(given: { get(name: string): string | null }): string {
  const { trustedProxyHops } = settings();
  const forwardedFor = given.get('x-forwarded-for');
  return addressKey({ peer: peerOf(given), forwardedFor }, trustedProxyHops);
}
