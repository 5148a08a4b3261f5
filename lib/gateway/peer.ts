import { randomBytes } from 'node:crypto';

/**
 * Internal header in which the front process passes the address of the TCP peer. It carries a
 * secret shared by the two processes, so a client cannot forge it. Under plain `next start` there
 * is no secret and no peer.
 */
export const PEER_HEADER = 'x-pasarela-peer';

/** Environment variable that passes the secret to the pages process. */
export const PEER_SECRET = 'PASARELA_PEER_SECRET';

export function createPeerSecret(): string {
  return randomBytes(16).toString('hex');
}

export function writePeer(secret: string, address: string): string {
  return `${secret} ${address}`;
}

/** Reads the peer's address; undefined without a valid header. */
export function peerOf(headers: { get(name: string): string | null }): string | undefined {
  const secret = process.env[PEER_SECRET];
  const written = headers.get(PEER_HEADER);
  if (!secret || written === null) return undefined;
  return written.startsWith(`${secret} `) ? written.slice(secret.length + 1) : undefined;
}
