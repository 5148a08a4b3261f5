import { createCipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '@/lib/base/sealing/derive-key';
import { type Identifiers, IdentifierVault } from '@/lib/recording/identifiers';

/** Seals like versions that knew neither key ids nor rows: nonce, tag, ciphertext. */
export function sealEarlier(secret: string, purpose: string, plain: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce);
  const sealed = cipher.update(plain, 'utf8');
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Seals identifiers like those versions. */
export function sealIdentifiersEarlier(secret: string, identifiers: Identifiers) {
  const { keys } = new IdentifierVault([secret]).seal(identifiers, '');
  return { box: sealEarlier(secret, 'identifiers', JSON.stringify(identifiers)), keys };
}
