import { lookup as lookupName } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { SECOND_MS } from '@/lib/base/time/time';
import { isWithin, type Network, parseAddress } from '@/lib/base/values/networks';

/**
 * Guards requests to addresses that users enter, so that no one reaches a private network through
 * the service. A name is resolved once, while connecting, and the connection uses that very answer.
 */

/** Longest time of a request, the answer included. */
export const OUTBOUND_TIMEOUT_MS = 15 * SECOND_MS;
const LOWEST_FREE_PORT = 1024;

type Resolve = (name: string) => Promise<{ readonly address: string; readonly family: number }[]>;

export interface OutboundRules {
  /** Private networks that are allowed, by `NOTICE_NETWORKS`. */
  readonly networks: readonly Network[];
  /** Development allows this machine, also without TLS. */
  readonly allowsLoopback: boolean;
  readonly resolve?: Resolve;
}

/** Why an address may not be called. It does not tell where a name leads. */
export class OutboundError extends Error {
  constructor(readonly code: 'url_invalid' | 'url_private') {
    super(code);
    this.name = 'OutboundError';
  }
}

const resolveName: Resolve = (name) => lookupName(name, { all: true });

/** Reads a URL that may be called, as far as its text tells. Throws {@link OutboundError}. */
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

/** Checks a URL when it is saved: its text, and where its name leads now. Throws {@link OutboundError}. */
export async function checkOutbound(text: string, rules: OutboundRules): Promise<URL> {
  const url = parseOutbound(text, rules);
  if (parseAddress(hostOf(url)) !== undefined) return url;
  const found = await (rules.resolve ?? resolveName)(url.hostname).catch(() => []);
  if (found.length === 0) throw new OutboundError('url_invalid');
  if (!found.every(({ address }) => isAllowed(address, rules)))
    throw new OutboundError('url_private');
  return url;
}

/** Makes the agent that every request to such an address uses, with {@link parseOutbound} before. */
export function outboundAgent(rules: OutboundRules): Agent {
  const { resolve = resolveName } = rules;
  const lookup: LookupFunction = (name, _options, done) => {
    resolve(name).then(
      (found) => {
        const isPublic =
          found.length > 0 && found.every(({ address }) => isAllowed(address, rules));
        if (isPublic) done(null, found);
        else done(new OutboundError('url_private'), []);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
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
  if (range === 'unicast' || (range === 'loopback' && allowsLoopback)) return true;
  return isWithin(address, networks);
}
