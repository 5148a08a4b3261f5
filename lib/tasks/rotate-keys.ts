import type { Database } from '@/db/client';
import { SECOND_MS } from '@/lib/base/time/time';
import { registeredKeys, retireKeys } from '@/lib/keys/sealing-keys';
import { KEYS_NOTED_EVERY_MS, type Keyring } from './keyrings';

/** A key that no process has noted for so many seconds counts as unused. */
const IN_USE_S = (4 * KEYS_NOTED_EVERY_MS) / SECOND_MS;

/**
 * Reseals every value under the first key while the service runs, and retires the other keys that
 * no instance uses. Returns undefined when no instance seals with the first key, because the
 * service could not open the resealed values.
 */
export async function rotateKeys(db: Database, keyring: Keyring) {
  const { purpose, keyIds } = keyring;
  const [first] = keyIds;
  const registered = await registeredKeys(db, purpose);
  if (!registered.some(({ keyId }) => keyId === first)) return undefined;
  const earlier = registered.filter(({ keyId }) => keyId !== first && keyIds.includes(keyId));
  const inTransit = await keyring.inTransit(db);
  const unused = inTransit ? [] : earlier.filter(({ idleS }) => Math.abs(idleS) > IN_USE_S);
  const { resealed, locked } = await keyring.reseal(db);
  await retireKeys(db, purpose, unused);
  /** Keys under which nothing is sealed any more. */
  const retired = unused.map(({ keyId }) => keyId);
  /** Keys that an instance still uses. They stay until a later run. */
  const inUse = earlier.map(({ keyId }) => keyId).filter((keyId) => !retired.includes(keyId));
  return { purpose, resealed, locked, retired, inUse };
}

export type Rotation = NonNullable<Awaited<ReturnType<typeof rotateKeys>>>;
