import { buildConnector } from 'undici';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import type { Channel } from './channel';
import type { Source } from './definition';

/** Lookups that were asked within this time before the newest query count as in use. */
const LATELY_MS = 10_000;

const connect = buildConnector({ timeout: 2_000 });

/**
 * Makes the check whether the instance is cut off: every lookup in use fails because its source is
 * unreachable, and none of these sources accepts a connection. Returns their origins then, else
 * nothing. These connections let an instance without queries become ready again.
 */
export function createReach(
  sources: Readonly<Record<Lookup, Pick<Source, 'url'>>>,
  channels: Readonly<Record<Lookup, Pick<Channel, 'askedAt' | 'failing'>>>,
): () => Promise<readonly string[]> {
  return async () => {
    const since = Math.max(...LOOKUPS.map((lookup) => channels[lookup].askedAt)) - LATELY_MS;
    const inUse = LOOKUPS.filter((lookup) => channels[lookup].askedAt > since);
    if (!inUse.every((lookup) => channels[lookup].failing)) return [];
    const origins = inUse.map((lookup) => new URL(sources[lookup].url).origin);
    const distinct = [...new Set(origins)];
    const accepted = await Promise.all(distinct.map(acceptsConnection));
    return accepted.includes(true) ? [] : distinct;
  };
}

/** Opens and closes a connection as the pool of a channel does, TLS included. */
function acceptsConnection(origin: string): Promise<boolean> {
  const { host, protocol, port, hostname: name } = new URL(origin);
  // A connector takes the address of IPv6 without its brackets.
  const hostname = name.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    connect({ hostname, host, protocol, port }, (error, socket) => {
      socket?.destroy();
      resolve(error === null);
    });
  });
}
