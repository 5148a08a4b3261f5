import { randomBytes } from 'node:crypto';
import { ProcessWide } from '@/lib/process-wide';

/**
 * How the server in front tells the handlers who the TCP peer is, through Next's router as well:
 * an internal header that carries a secret of this process. The server overwrites what a client
 * sent; without the server (plain `next start`) no secret exists and the header proves nothing.
 */
export const PEER_HEADER = 'x-pasarela-peer';

const secret = new ProcessWide<string>('peer-secret');

/** Called by the server alone. */
export function signPeer(address: string): string {
  const known = secret.get() ?? randomBytes(16).toString('hex');
  secret.set(known);
  return `${known} ${address}`;
}

/** The peer's address, or `undefined` where nobody trustworthy saw the socket. */
export function peerOf(headers: { get(name: string): string | null }): string | undefined {
  const known = secret.get();
  const written = headers.get(PEER_HEADER);
  if (known === undefined || written === null) return undefined;
  return written.startsWith(`${known} `) ? written.slice(known.length + 1) : undefined;
}
