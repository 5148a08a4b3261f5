import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { SECOND_MS } from '@/lib/base/time/time';
import { isWithin, type Network, parseAddress, parseNetworks } from '@/lib/base/values/networks';

/**
 * Guards requests to addresses that users enter, so that no one reaches a private network through
 * the service. A name is resolved once, while connecting, and the connection uses that very answer.
 */

/** Longest time of a request, the answer included. */
export const OUTBOUND_TIMEOUT_MS = 15 * SECOND_MS;
/** Longest time for all addresses of a name. */
const NAME_TIMEOUT_MS = 3 * SECOND_MS;
const LOWEST_FREE_PORT = 1024;
/** IPv4 addresses in the oldest form of IPv6, which counts as unicast. */
const IPV4_COMPATIBLE = parseNetworks('::/96') ?? [];

type Resolve = (name: string) => Promise<{ readonly address: string; readonly family: number }[]>;

export interface OutboundRules {
  /** Private networks that are allowed, by `NOTICE_NETWORKS`. */
  readonly networks: readonly Network[];
  /** Development allows this machine, also without TLS. */
  readonly allowsLoopback: boolean;
  readonly resolve?: Resolve;
}

/** Why an address may not be called. A private name and one that does not exist look the same. */
export class OutboundError extends Error {
  constructor(readonly code: 'url_invalid' | 'url_private') {
    super(code);
    this.name = 'OutboundError';
  }
}

/**
 * Asks DNS servers, by default those of the system, for the addresses of a name. `getaddrinfo` has no
 * limit, and a few silent servers would hold all threads of the process.
 */
export function resolveBy(servers?: readonly string[]): Resolve {
  return async (name) => {
    const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    // The limit of the resolver is one of each server.
    const timer = setTimeout(() => resolver.cancel(), NAME_TIMEOUT_MS);
    const asked = [resolver.resolve4(name), resolver.resolve6(name)];
    const found = await Promise.allSettled(asked).finally(() => clearTimeout(timer));
    return found.flatMap((one, n) => {
      const addresses = one.status === 'fulfilled' ? one.value : [];
      return addresses.map((address) => ({ address, family: n === 0 ? 4 : 6 }));
    });
  };
}

const resolveName = resolveBy();

/** Reads a URL that may be called, judging by its text alone. Throws {@link OutboundError}. */
export function parseOutbound(text: string, rules: OutboundRules): URL {
  if (!URL.canParse(text)) throw new OutboundError('url_invalid');
  const url = new URL(text);
  const { protocol, port, username, password, hash } = url;
  // The parser has written 127.1, 0x7f.1 and the like as an ordinary address.
  const address = parseAddress(hostOf(url));
  const isPlain = protocol === 'http:' && rules.allowsLoopback && address?.range() === 'loopback';
  const isPort = port === '' || port === '443' || Number(port) >= LOWEST_FREE_PORT;
  if (!(protocol === 'https:' || isPlain) || !isPort || username + password + hash !== '') {
    throw new OutboundError('url_invalid');
  }
  if (address !== undefined && !isAllowed(hostOf(url), rules)) {
    throw new OutboundError('url_private');
  }
  return url;
}

/** Returns whether the host of a URL must be resolved. */
export function hasName(url: URL): boolean {
  return parseAddress(hostOf(url)) === undefined;
}

/** Resolves a name. Throws {@link OutboundError} unless all its addresses are public now. */
export async function publicAddresses(name: string, rules: OutboundRules) {
  const found = await (rules.resolve ?? resolveName)(name).catch(() => []);
  const isPublic = found.length > 0 && found.every(({ address }) => isAllowed(address, rules));
  if (!isPublic) throw new OutboundError('url_private');
  return found;
}

/** Makes the agent that every request to such an address uses, with {@link parseOutbound} before. */
export function outboundAgent(rules: OutboundRules): Agent {
  const lookup: LookupFunction = (name, _options, done) => {
    publicAddresses(name, rules).then(
      (found) => done(null, found),
      (error: OutboundError) => done(error, []),
    );
  };
  return new Agent({
    connect: { lookup, timeout: OUTBOUND_TIMEOUT_MS },
    headersTimeout: OUTBOUND_TIMEOUT_MS,
    bodyTimeout: OUTBOUND_TIMEOUT_MS,
  });
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function isAllowed(text: string, { networks, allowsLoopback }: OutboundRules): boolean {
  const address = parseAddress(text);
  if (address === undefined) return false;
  const range = address.range();
  if (range === 'unicast' && !isWithin(address, IPV4_COMPATIBLE)) return true;
  if (range === 'loopback' && allowsLoopback) return true;
  return isWithin(address, networks);
}
