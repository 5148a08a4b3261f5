import type { SQL } from 'drizzle-orm';

/** Makes the condition of a filter's value, or none without a value: `and` leaves that out. */
export function ifGiven<T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined {
  return value === undefined ? undefined : condition(value);
}
