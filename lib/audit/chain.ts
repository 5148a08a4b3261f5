import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { auditLog } from '@/db/schema/index';
import { readDeployment } from '@/lib/base/env/env';
import { deriveKey, KEY_ID_BYTES, keyIdOf } from '@/lib/base/sealing/derive-key';
import { isJsonObject } from '@/lib/base/values/json';

/**
 * Each audit row carries a keyed hash over itself and the link of the row before. Somebody who can
 * write to the database but has no key cannot change, insert or remove a row unnoticed.
 */

/** Fields that a link covers. */
export type LinkedRow = Pick<
  typeof auditLog.$inferSelect,
  'at' | 'actor' | 'action' | 'target' | 'integrationId' | 'before' | 'after' | 'address'
>;

/** `unsigned`: the row has no link, or this process lacks its key. */
export type LinkState = 'intact' | 'broken' | 'unsigned';

/** Signs the audit rows of development and tests, where no secret is configured. */
const DEVELOPMENT_SECRET = 'development';

export class AuditChain {
  readonly #keys: readonly KeyObject[];

  /** The first secret signs; all of them verify. */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((secret) => deriveKey(secret, 'audit chain'));
  }

  link(previous: Buffer | null, row: LinkedRow): Buffer {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('IDENTIFIERS_KEY is missing: it signs audit rows.');
    return linkOf(key, previous, row);
  }

  stateOf(previous: Buffer | null, row: LinkedRow, link: Buffer | null): LinkState {
    const id = link?.subarray(0, KEY_ID_BYTES);
    const key = this.#keys.find((one) => id !== undefined && keyIdOf(one).equals(id));
    if (link === null || key === undefined) return 'unsigned';
    const expected = linkOf(key, previous, row);
    const intact = expected.length === link.length && timingSafeEqual(expected, link);
    return intact ? 'intact' : 'broken';
  }
}

let shared: AuditChain | undefined;

export function auditChain(): AuditChain {
  shared ??= new AuditChain(auditSecrets());
  return shared;
}

function auditSecrets(): readonly string[] {
  const { deployment, identifierSecrets } = readDeployment(process.env);
  return deployment === 'development'
    ? [...identifierSecrets, DEVELOPMENT_SECRET]
    : identifierSecrets;
}

/** A link begins with the id of its key, so that a dropped key does not look like a change. */
function linkOf(key: KeyObject, previous: Buffer | null, row: LinkedRow): Buffer {
  const { at, actor, action, target, integrationId, before, after, address } = row;
  const content = JSON.stringify([
    previous?.toString('hex') ?? null,
    at.toISOString(),
    actor,
    action,
    target,
    integrationId,
    sorted(before),
    sorted(after),
    address,
  ]);
  return Buffer.concat([keyIdOf(key), createHmac('sha256', key).update(content).digest()]);
}

/** Sorts keys, because the database stores JSON objects in another order. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (!isJsonObject(json)) return json ?? null;
  const entries = Object.entries(json).map(([name, value]) => [name, sorted(value)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
