import { headers } from 'next/headers';
import { peerOf } from '@/lib/gateway/peer';
import { addressKey } from '@/lib/limits/address';
import { settings } from '@/lib/settings';

/** Returns the client address of the present request, determined as for the lookups' limit. */
export async function requestAddress(): Promise<string> {
  const given = await headers();
  const { trustedProxyHops } = settings();
  const forwardedFor = given.get('x-forwarded-for');
  return addressKey({ peer: peerOf(given), forwardedFor }, trustedProxyHops);
}
