import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from '@/lib/base/values/networks';

/** Sources of a request's address. */
export interface AddressEvidence {
  /** Address of the TCP peer; undefined under plain `next start`. */
  readonly peer: string | undefined;
  readonly forwardedFor: string | null;
}

/** Key shared by all requests whose address is unknown. */
export const UNKNOWN_ADDRESS = 'unknown';

/** A /64, the smallest network that a subscriber gets. */
const SUBSCRIBER_BYTES = 8;
/** A /48, the largest. */
const SITE_BYTES = 6;

/**
 * Returns the key under which a request spends from the global limit. IPv6 counts by /64.
 * Where the proxies wrote no address, it is that of the peer.
 */
export function addressKey(evidence: AddressEvidence, hops: number): string {
  const written = hops > 0 ? undefined : evidence.peer;
  // The usual case, which needs no parsing.
  if (written !== undefined && isIPv4(written)) return written;
  const address = clientAddress(evidence, hops) ?? addressIn(evidence.peer);
  return address === undefined ? UNKNOWN_ADDRESS : keyOf(address);
}

/** Returns the address of a request as the limits count it. */
export function requestAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const given = headers['x-forwarded-for'] ?? null;
  const forwardedFor = Array.isArray(given) ? given.join(',') : given;
  return addressKey({ peer: socket.remoteAddress, forwardedFor }, hops);
}

/**
 * Returns the address of the client. With `hops` reverse proxies in front it is the one that the
 * outermost of them wrote, the `hops`-th from the right of `X-Forwarded-For`; otherwise the TCP
 * peer. Entries that a client forges are further left and change nothing.
 */
export function clientAddress(
  { peer, forwardedFor }: AddressEvidence,
  hops: number,
): Address | undefined {
  return addressIn(hops > 0 ? forwardedFor?.split(',').at(-hops) : peer);
}

/** Returns the key of an address as people write it. Leaves a key of {@link addressKey} as is. */
export function writtenAddressKey(text: string): string {
  const address = addressIn(text);
  return address === undefined ? text : keyOf(address);
}

function addressIn(written: string | undefined): Address | undefined {
  return written === undefined ? undefined : parseAddress(withoutPort(written.trim()));
}

/** Returns the key under which a TCP peer has connections. IPv6 counts by /48. */
export function siteKey(peer: string | undefined): string {
  const address = addressIn(peer);
  return address === undefined ? UNKNOWN_ADDRESS : keyOf(address, SITE_BYTES);
}

function keyOf(address: Address, bytes = SUBSCRIBER_BYTES): string {
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().fill(0, bytes);
  return `${ipaddr.fromByteArray(network)}/${bytes * 8}`;
}

/** Removes the port, as in `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  const [host = '', , ...more] = address.split(':');
  return more.length === 0 ? host : address;
}
