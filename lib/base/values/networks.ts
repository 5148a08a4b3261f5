import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and the length of its prefix. */
export type Network = readonly [Address, number];

const CIDR_PATTERN = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/** Reads an address; IPv4 may be written as IPv6. */
export function parseAddress(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/**
 * Reads networks in CIDR notation, separated by commas: `10.0.0.0/8, 2001:db8::/32`. An address
 * alone is a network of one. Returns undefined when any of them is invalid.
 */
export function parseNetworks(text: string): readonly Network[] | undefined {
  const networks = text.split(',').map((part) => parseNetwork(part.trim()));
  return networks.every((network) => network !== undefined) ? networks : undefined;
}

function parseNetwork(text: string): Network | undefined {
  const [, written = '', prefix] = CIDR_PATTERN.exec(text) ?? [];
  // The library would read 10.1 and 010.0.0.1 as 10.0.0.1 and 8.0.0.1.
  if (!(ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written))) return;
  const address = ipaddr.parse(written);
  if (ipaddr.process(written).kind() !== address.kind()) return;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  const length = Number(prefix ?? longest);
  return length <= longest ? [address, length] : undefined;
}

export function formatNetworks(networks: readonly Network[]): string {
  return networks.map(([address, length]) => `${address}/${length}`).join(', ');
}

export function isWithin(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    (network) => address.kind() === network[0].kind() && address.match([...network]),
  );
}
