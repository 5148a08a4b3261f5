import { sql } from 'drizzle-orm';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns';

/** Keys under which stored values may be sealed. A start that lacks one of them is refused. */
export const sealingKeys = pgTable(
  'sealing_keys',
  {
    /** Purpose of the keys: `identifiers` or `second_factors`. */
    purpose: text().notNull(),
    /** Id of the key, in hexadecimal, as sealed values begin with it. */
    keyId: text('key_id').notNull(),
    /** When an instance last said that it seals with this key. */
    usedAt: instant('used_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.purpose, table.keyId] })],
);
