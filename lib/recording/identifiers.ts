import { createHmac, hkdfSync } from 'node:crypto';
import { isJsonObject, parseJson } from '@/lib/json';
import { SecretBox } from '@/lib/secret-box';

/** Identifiers of a query as they were sent: `{nit}`, `{cui}`, both, or `{nits}`. */
export type Identifiers = Readonly<Record<string, string | readonly string[]>>;

const KEY_BYTES = 32;

/**
 * Seals identifiers, which are personal data, and computes keyed digests that find an exact value
 * without opening anything.
 */
export class IdentifierVault {
  readonly #boxes: readonly SecretBox[];
  readonly #digestKeys: readonly Buffer[];

  /**
   * The first secret seals; all of them open and find. So a new secret can be put before old ones.
   */
  constructor(secrets: readonly string[]) {
    this.#boxes = secrets.map((secret) => new SecretBox(secret, 'identifiers'));
    this.#digestKeys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'pasarela identifier digests', KEY_BYTES)),
    );
  }

  /** Seals the first characters of each identifier, and computes the digests of the whole. */
  seal(identifiers: Identifiers): { box: Buffer; keys: bigint[] } {
    const [box] = this.#boxes;
    const [digestKey] = this.#digestKeys;
    if (box === undefined || digestKey === undefined) throw new Error('The vault has no key.');
    const values = new Set(Object.values(identifiers).flat().map(canonical));
    const keys = [...values]
      .filter((value) => value !== '')
      .map((value) => digest(digestKey, value));
    return { box: box.seal(JSON.stringify(shortened(identifiers))), keys };
  }

  /** Opens sealed identifiers. Returns undefined when no key opens them. */
  open(sealed: Buffer): Identifiers | undefined {
    for (const box of this.#boxes) {
      const text = opened(box, sealed);
      if (text !== undefined) return identifiersOf(parseJson(text));
    }
    return undefined;
  }

  /** Computes digests that recognise a text without storing it. Store the first. */
  digestsOf(text: string): Buffer[] {
    return this.#digestKeys.map((key) => createHmac('sha256', key).update(text).digest());
  }

  /** Computes the digests of an identifier under every key, ignoring hyphens and blanks. */
  keysOf(value: string): bigint[] {
    return this.#digestKeys.map((key) => digest(key, canonical(value)));
  }
}

/**
 * Characters of an identifier that are kept. A source refuses longer ones with a free answer, so
 * that otherwise anybody could fill the database.
 */
const KEPT_LENGTH = 64;

function shortened(identifiers: Identifiers): Identifiers {
  const entries = Object.entries(identifiers).map(
    ([name, given]) =>
      [name, typeof given === 'string' ? shorten(given) : given.map(shorten)] as const,
  );
  return Object.fromEntries(entries);
}

function shorten(value: string): string {
  if (value.length <= KEPT_LENGTH) return value;
  return `${value.slice(0, KEPT_LENGTH - 1).toWellFormed()}…`;
}

/** Normalises a value: hyphens, blanks and case make no difference. */
function canonical(value: string): string {
  return value.replace(/[\s\-.]/g, '').toUpperCase();
}

function digest(key: Buffer, value: string): bigint {
  return createHmac('sha256', key).update(value).digest().readBigInt64BE();
}

function opened(box: SecretBox, sealed: Buffer): string | undefined {
  try {
    return box.open(sealed);
  } catch {
    return undefined;
  }
}

function identifiersOf(json: unknown): Identifiers | undefined {
  if (!isJsonObject(json)) return undefined;
  const entries = Object.entries(json).filter(
    (entry): entry is [string, string | readonly string[]] =>
      typeof entry[1] === 'string' || isTexts(entry[1]),
  );
  return Object.fromEntries(entries);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
