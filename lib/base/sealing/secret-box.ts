import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { deriveKey, KEY_ID_BYTES, keyIdOf } from './derive-key';

const CIPHER = 'aes-256-gcm';
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

interface Key {
  readonly id: Buffer;
  readonly cipherKey: KeyObject;
  readonly digestKey: KeyObject;
}

export interface Sealed {
  /** Purpose for which the keys are derived. */
  readonly purpose: string;
  /** Where the values are, `table.column`. */
  readonly column: string;
}

/**
 * Encrypts small secrets at rest with AES-256-GCM. A sealed value belongs to its column and row, and
 * does not open in another. Layout: key id, nonce, tag, ciphertext.
 */
export class SecretBox {
  readonly #keys: readonly Key[];
  readonly #column: string;

  /** The first secret seals; all of them open. */
  constructor(secrets: readonly string[], { purpose, column }: Sealed) {
    this.#keys = secrets.map((secret) => {
      const cipherKey = deriveKey(secret, purpose);
      return {
        id: keyIdOf(cipherKey),
        cipherKey,
        digestKey: deriveKey(secret, `${purpose} digests`),
      };
    });
    this.#column = column;
  }

  /** Ids of the keys in hexadecimal, in the order of the secrets. */
  get keyIds(): string[] {
    return this.#keys.map(({ id }) => id.toString('hex'));
  }

  /** Tells whether the first key sealed a box. */
  isNewest(box: Buffer): boolean {
    const [key] = this.#keys;
    return key?.id.equals(box.subarray(0, KEY_ID_BYTES)) ?? false;
  }

  /** Seals a box of the same row under the first key. Returns undefined when no key opens it. */
  reseal(box: Buffer, row: string): Buffer | undefined {
    const text = this.open(box, row);
    return text === undefined ? undefined : this.seal(text, row);
  }

  /**
   * Computes digests that recognise a text without storing it, one for each key. Store the first.
   * Without a key nobody can try texts against them.
   */
  digestsOf(plain: string): Buffer[] {
    return this.#keys.map(({ digestKey }) =>
      createHmac('sha256', digestKey).update(plain).digest(),
    );
  }

  seal(plain: string, row: string): Buffer {
    const [key] = this.#keys;
    if (key === undefined) throw new Error(`There is no key for ${this.#column}.`);
    const nonce = newNonce();
    const cipher = createCipheriv(CIPHER, key.cipherKey, nonce).setAAD(this.#placeOf(row));
    const sealed = cipher.update(plain, 'utf8');
    // Empty in this mode, but it completes the tag.
    cipher.final();
    return Buffer.concat([key.id, nonce, cipher.getAuthTag(), sealed]);
  }

  /** Opens a box. Returns undefined when no key opens it, or when it is not of this row. */
  open(box: Buffer, row: string): string | undefined {
    const id = box.subarray(0, KEY_ID_BYTES);
    const key = this.#keys.find((one) => one.id.equals(id));
    return key && decrypted(key, box.subarray(KEY_ID_BYTES), this.#placeOf(row));
  }

  #placeOf(row: string): Buffer {
    return Buffer.from(`${this.#column} ${row}`);
  }
}

function decrypted({ cipherKey }: Key, box: Buffer, place: Buffer): string | undefined {
  if (box.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, cipherKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)).setAAD(place);
  try {
    const text = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
