import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { SECOND_MS } from '@/lib/base/time/time';

const ends = new Map<string, number>();

/** Returns when the newest verified certificate of each server ends, in seconds since 1970. */
export function certificateEnds(): ReadonlyMap<string, number> {
  return ends;
}

/** Makes a check of certificates, by default Node's, that remembers the end of each. */
export function watchCertificate(
  server: string,
  check: typeof checkServerIdentity = checkServerIdentity,
) {
  return (host: string, certificate: PeerCertificate) => {
    ends.set(server, Date.parse(certificate.valid_to) / SECOND_MS);
    return check(host, certificate);
  };
}
