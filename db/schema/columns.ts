import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Column types that several tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Money, in 1/10000 quetzal. */
export const amount = (name?: string) =>
  name === undefined ? bigint({ mode: 'bigint' }) : bigint(name, { mode: 'bigint' });

export const identifierKeys = () =>
  bigint('identifier_keys', { mode: 'bigint' }).array().notNull().default(sql`'{}'`);
