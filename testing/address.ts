import { randomBytes } from 'node:crypto';

/** An address that no other test has. The first half of an IPv6 address is what is counted. */
export function freshAddress(): string {
  const groups = randomBytes(6).toString('hex').match(/.{4}/g) ?? [];
  return `2001:${groups.join(':')}::1`;
}
