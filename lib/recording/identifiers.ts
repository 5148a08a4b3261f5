import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey } from '@/lib/base/sealing/derive-key';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { isJsonObject, parseJson } from '@/lib/base/values/json';

/** Identifiers of a query as they were sent: `{nit}`, `{cui}`, both, or `{nits}`. */
export type Identifiers = Readonly<Record<string, string | readonly string[]>>;

/** Sealed identifiers, and the digests that find them. */
interface SealedValues {
  readonly box: Buffer;
  readonly keys: bigint[];
}

/** Sealed identifiers of a query, with the digests that find them. */
export interface SealedRecord {
  readonly id: string;
  readonly identifiers: Buffer | null;
  readonly identifierKeys: readonly bigint[];
}

/**
 * Seals identifiers, which are personal data, and computes keyed digests that find an exact value
 * without opening anything. A box belongs to its query, in the hold as in the record.
 */
export class IdentifierVault {
  readonly #box: SecretBox;
  readonly #digestKeys: readonly KeyObject[];

  /**
   * The first secret seals; all of them open and find. So a new secret can be put before old ones.
   */
  constructor(secrets: readonly string[]) {
    const column = 'query_records.identifiers';
    this.#box = new SecretBox(secrets, { purpose: 'identifiers', column });
    this.#digestKeys = secrets.map((secret) => deriveKey(secret, 'identifier digests'));
  }

  /** Seals the first characters of each identifier, and computes the digests of the whole. */
  seal(identifiers: Identifiers, queryId: string): SealedValues {
    const [digestKey] = this.#digestKeys;
    if (digestKey === undefined) throw new Error('The vault has no key.');
    const keys = searchable(identifiers).map((value) => digest(digestKey, value));
    return { box: this.#box.seal(JSON.stringify(shortened(identifiers)), queryId), keys };
  }

  /** Opens the sealed identifiers of a query. Returns undefined when no key opens them. */
  open(sealed: Buffer, queryId: string): Identifiers | undefined {
    const text = this.#box.open(sealed, queryId);
    return text === undefined ? undefined : identifiersOf(parseJson(text));
  }

  /** Lists the digests of a record's identifiers under every key. */
  keysOfRecord({ id, identifiers: sealed, identifierKeys }: SealedRecord): bigint[][] {
    const single = this.#digestKeys.length < 2;
    const identifiers = single || sealed === null ? undefined : this.open(sealed, id);
    const values = identifiers === undefined ? [] : searchable(identifiers);
    // Shortened values may have become equal.
    const matching = values.length === identifierKeys.length ? values : [];
    return identifierKeys.map((key, place) => {
      const value = matching[place];
      return value === undefined ? [key] : [...new Set([key, ...this.keysOf(value)])];
    });
  }

  /** Ids of the keys in hexadecimal, in the order of the secrets. */
  get keyIds(): string[] {
    return this.#box.keyIds;
  }

  /**
   * Seals a record under the first key, with its digests. Those of shortened values stay, because
   * the whole value is unknown. Returns undefined when no key opens it.
   */
  reseal({ id, identifiers, identifierKeys }: SealedRecord): SealedValues | undefined {
    const opened = identifiers === null ? undefined : this.open(identifiers, id);
    if (opened === undefined) return undefined;
    const { box, keys } = this.seal(opened, id);
    const known = new Set(searchable(opened).flatMap((value) => this.keysOf(value)));
    const kept = identifierKeys.filter((key) => !known.has(key));
    return { box, keys: [...keys, ...kept] };
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

/** Characters of an identifier that are kept, so that nobody fills the database for free. */
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

/** Lists the values that are found by their digests, each once. */
function searchable(identifiers: Identifiers): string[] {
  const values = new Set(Object.values(identifiers).flat().map(canonical));
  return [...values].filter((value) => value !== '');
}

/** Normalises a value: hyphens, blanks and case make no difference. */
function canonical(value: string): string {
  return value.replace(/[\s\-.]/g, '').toUpperCase();
}

function digest(key: KeyObject, value: string): bigint {
  return createHmac('sha256', key).update(value).digest().readBigInt64BE();
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
