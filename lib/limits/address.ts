import ipaddr from 'ipaddr.js';

/** Sources of a request's address. */
export interface AddressEvidence {
  /** Address of the TCP peer; undefined under plain `next start`. */
  readonly peer: string | undefined;
  readonly forwardedFor: string | null;
}

/** Key shared by all requests whose address is unknown. */
export const UNKNOWN_ADDRESS = 'unknown';

const IPV6_NETWORK_BYTES = 8;

/**
 * Returns the key under which a request spends from the global limit. With `hops` reverse proxies
 * in front it is the address that the outermost of them wrote, the `hops`-th from the right of
 * `X-Forwarded-For`; otherwise the TCP peer. Entries that a client forges are further left and
 * change nothing. IPv6 counts by /64, the smallest network a subscriber gets.
 */
export function addressKey({ peer, forwardedFor }: AddressEvidence, hops: number): string {
  const forwarded = hops > 0 ? forwardedFor?.split(',').at(-hops) : undefined;
  return networkOf(forwarded) ?? networkOf(peer) ?? UNKNOWN_ADDRESS;
}

/** The key of an address as a person writes it, or of a key as {@link addressKey} gives it. */
export function writtenAddressKey(text: string): string {
  return networkOf(text) ?? text;
}

function networkOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const bare = withoutPort(written.trim());
  if (!ipaddr.isValid(bare)) return undefined;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().slice(0, IPV6_NETWORK_BYTES);
  return `${Buffer.from(network).toString('hex')}/64`;
}

/** Removes the port, as in `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  const [host = '', , ...more] = address.split(':');
  return more.length === 0 ? host : address;
}
