import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;

/**
 * Derives the key of one purpose from a secret of the deployment. It is no buffer: from one, Node 24
 * makes a key for each use, which takes 8 µs.
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  const bytes = hkdfSync('sha256', secret, '', `pasarela ${purpose}`, KEY_BYTES);
  return createSecretKey(new Uint8Array(bytes));
}

/** Returns the id by which stored values name their key. It does not reveal the key. */
export function keyIdOf(key: KeyObject): Buffer {
  return createHmac('sha256', key).update('id').digest().subarray(0, KEY_ID_BYTES);
}
