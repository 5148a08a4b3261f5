import { peerOf } from '@/lib/gateway/peer';
import { addressKey } from '@/lib/limits/address';
import { settings } from '@/lib/settings';

/** Where a console request comes from, by the same evidence as the lookups' limit. */
export function clientAddress(headers: { get(name: string): string | null }): string {
  const { trustedProxyHops } = settings();
  const forwardedFor = headers.get('x-forwarded-for');
  return addressKey({ peer: peerOf(headers), forwardedFor }, trustedProxyHops);
}
