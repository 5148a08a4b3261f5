import { randomBytes } from 'node:crypto';

/**
 * The internal header in which the front process tells the process behind it who the TCP peer is. It
 * carries a secret that only the two know, so one that a client sends proves nothing. Under plain
 * `next start` there is no secret and no peer.
 */
export const PEER_HEADER = 'x-pasarela-peer';

/** The environment variable in which the process behind the front process gets the secret. */
export const PEER_SECRET = 'PASARELA_PEER_SECRET';

export function createPeerSecret(): string {
  return randomBytes(16).toString('hex');
}

export function writePeer(secret: string, address: string): string {
  return `${secret} ${address}`;
}

/** The peer's address, or `undefined` where nobody trustworthy saw the socket. */
export function peerOf(headers: { get(name: string): string | null }): string | undefined {
  const secret = process.env[PEER_SECRET];
  const written = headers.get(PEER_HEADER);
  if (!secret || written === null) return undefined;
  return written.startsWith(`${secret} `) ? written.slice(secret.length + 1) : undefined;
}
