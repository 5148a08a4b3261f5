import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns';

/** Keys under which stored values may be sealed. A start that lacks one of them is refused. */
export const sealingKeys = pgTable(
  'sealing_keys',
  {
    /** Purpose of the keys: `identifiers`, `second_factors` or `notices`. */
    purpose: text().notNull(),
    /** Id of the key, in hexadecimal, as sealed values begin with it. */
    keyId: text('key_id').notNull(),
    /** When an instance last said that it seals with this key. */
    usedAt: instant('used_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.keyId] })],
);

/** Public halves of the keys that signed proofs. They stay when their secrets are gone. */
export const proofKeys = pgTable('proof_keys', {
  kid: text().primaryKey(),
  /** The public key of Ed25519, 32 bytes. */
  publicKey: bytea('public_key').notNull(),
  firstUsedAt: instant('first_used_at').notNull().default(sql`clock_timestamp()`),
  lastUsedAt: instant('last_used_at').notNull().default(sql`clock_timestamp()`),
  compromisedAt: instant('compromised_at'),
});
