import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Column types that several tables share. */

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const instant = (name: string) => timestamp(name, { withTimezone: true });
