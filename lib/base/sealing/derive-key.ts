import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;

/** Derives the key of one purpose from a secret of the deployment. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pasarela ${purpose}`, KEY_BYTES));
}

/** Returns the id by which stored values name their key. It does not reveal the key. */
export function keyIdOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('id').digest().subarray(0, KEY_ID_BYTES);
}
