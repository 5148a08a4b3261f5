import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { LOCKS } from '@/db/locks';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { SECOND_MS } from '@/lib/base/time/time';
import {
  type KeySet,
  type RegisteredKey,
  registeredKeys,
  registerKeys,
  retireKeys,
} from '@/lib/keys/sealing-keys';
import { resealWebhookSecrets, tryWebhookSecrets } from '@/lib/notices/reseal';
import { SEALED_SECRETS as SEALED_WEBHOOKS } from '@/lib/notices/secrets';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { hasOtherHolds, resealRecords, tryRecords } from '@/lib/recording/reseal';
import { resealSecondFactors, trySecondFactors } from '@/lib/users/reseal';
import { SEALED_SECRETS } from '@/lib/users/second-factor';

/** Interval at which a process notes the key that it seals with. */
export const KEYS_NOTED_EVERY_MS = 30 * SECOND_MS;

/** The keys of one purpose with the values that they seal. */
export interface Keyring extends KeySet {
  /** The environment variable with their secrets. */
  readonly variable: string;
  /** Tries the keys on stored values. */
  readonly attempt: (tx: Transaction) => Promise<'none' | 'open' | 'closed'>;
  /** Seals every value under the first key. `locked` counts those that no key opens. */
  readonly reseal: (db: Database) => Promise<{ resealed: number; locked: number }>;
  /** Whether a query under way holds a value under another key, which {@link reseal} misses. */
  readonly inTransit: (db: Database) => Promise<boolean>;
}

export function identifierKeyring(secrets: readonly string[]): Keyring {
  const vault = new IdentifierVault(secrets);
  return {
    purpose: 'identifiers',
    variable: 'IDENTIFIERS_KEY',
    keyIds: vault.keyIds,
    attempt: (tx) => tryRecords(tx, vault),
    reseal: (db) => resealRecords(db, vault),
    inTransit: (db) => hasOtherHolds(db, vault),
  };
}

export function secondFactorKeyring(secrets: readonly string[]): Keyring {
  const box = new SecretBox(secrets, SEALED_SECRETS);
  return {
    purpose: 'second_factors',
    variable: 'SECOND_FACTOR_KEY',
    keyIds: box.keyIds,
    attempt: (tx) => trySecondFactors(tx, box),
    reseal: (db) => resealSecondFactors(db, box),
    inTransit: async () => false,
  };
}

/** Secrets of webhooks. They share the secrets of second factors, with a purpose of their own. */
export function noticeKeyring(secrets: readonly string[]): Keyring {
  const box = new SecretBox(secrets, SEALED_WEBHOOKS);
  return {
    purpose: 'notices',
    variable: 'SECOND_FACTOR_KEY',
    keyIds: box.keyIds,
    attempt: (tx) => tryWebhookSecrets(tx, box),
    reseal: (db) => resealWebhookSecrets(db, box),
    inTransit: async () => false,
  };
}

interface Secrets {
  readonly identifierSecrets: readonly string[];
  readonly secondFactorSecrets: readonly string[];
  readonly serves?: 'all' | 'lookups' | 'pages';
}

/** Lists the keyrings of a machine. One that serves lookups alone seals no second factor. */
export function keyringsOf({ identifierSecrets, secondFactorSecrets, serves }: Secrets): Keyring[] {
  const keyrings = [
    identifierKeyring(identifierSecrets),
    ...(serves === 'lookups'
      ? []
      : [secondFactorKeyring(secondFactorSecrets), noticeKeyring(secondFactorSecrets)]),
  ];
  return keyrings.filter(({ keyIds }) => keyIds.length > 0);
}

/** Registers the keys of this process. Lists what keeps it from opening stored values. */
export function keyProblems(
  db: Pick<Database, 'transaction'>,
  keyrings: readonly Keyring[],
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.keys})`);
    const problems: string[] = [];
    for (const keyring of keyrings) {
      const problem = await checkKeyring(tx, keyring);
      if (problem !== undefined) problems.push(`${keyring.variable} ${problem}`);
    }
    return problems;
  });
}

const ADVICE = "add the earlier secret at the list's end (if it is lost: pasarela keys accept)";

async function checkKeyring(tx: Transaction, keyring: Keyring): Promise<string | undefined> {
  const { purpose, keyIds } = keyring;
  const registered = await registeredKeys(tx, purpose);
  const missing = registered.filter(({ keyId }) => !keyIds.includes(keyId));
  if (registered.length > 0 && missing.length === 0) {
    await registerKeys(tx, { purpose, keyIds: keyIds.slice(0, 1) });
    return undefined;
  }
  const attempted = await keyring.attempt(tx);
  if (attempted !== 'none' && missing.length > 0) {
    const ids = missing.map(({ keyId }) => keyId).join(', ');
    return `lacks the key ${ids}, under which values are sealed: ${ADVICE}`;
  }
  if (attempted === 'closed') return `opens no stored value: ${ADVICE}`;
  await retireKeys(tx, purpose, missing);
  // Without registered keys, any of them may have sealed some values.
  await registerKeys(tx, { purpose, keyIds: attempted === 'none' ? keyIds.slice(0, 1) : keyIds });
  return undefined;
}

/** Registers the keys of this process and retires all others, whose values stay locked. */
export async function acceptKeys(tx: Transaction, keyring: Keyring): Promise<RegisteredKey[]> {
  const { purpose, keyIds } = keyring;
  const registered = await registeredKeys(tx, purpose);
  const missing = registered.filter(({ keyId }) => !keyIds.includes(keyId));
  await retireKeys(tx, purpose, missing);
  await registerKeys(tx, keyring);
  return missing;
}
