import { headers } from 'next/headers';
import { peerOf } from '@/lib/gateway/peer';
import { addressKey } from '@/lib/limits/address';
import { settings } from '@/lib/settings';

/** Returns the client address of a console request, determined as for the lookups' limit. */
export function clientAddress(headers: { get(name: string): string | null }): string {
  const { trustedProxyHops } = settings();
  const forwardedFor = headers.get('x-forwarded-for');
  return addressKey({ peer: peerOf(headers), forwardedFor }, trustedProxyHops);
}

/** Returns the client address of the present request. */
export async function requestAddress(): Promise<string> {
  return clientAddress(await headers());
}
