import { z } from 'zod';
import { parseInstant } from '@/lib/base/time/guatemala';
import { storableText } from '@/lib/base/values/json';
import { parseQuetzales } from '@/lib/base/values/money';
import { asciiLower } from '@/lib/base/values/text';
import { readWrittenDay, readWrittenMinute } from './written-time';

/** Query parameters of a page, as Next gives them. */
export type Parameters = Readonly<Record<string, string | string[] | undefined>>;

export interface PageProps {
  readonly searchParams: Promise<Parameters>;
}

/** Writes an address with those parameters that have a value. */
export function pathOf(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Schemas of fields that several forms have. */

/** Reads a parameter that may be absent. An invalid one counts as absent. */
export function maybe<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

/** Text that the database can store, at most `max` characters long. */
export function text(max: number) {
  return z.string().trim().max(max).transform(storableText);
}

export const nameSchema = text(64);

/** Search text of a list; empty for everything. */
export const searchSchema = text(64).catch('');

const MAX_PAGE = 1_000;

export const pageSchema = z.coerce.number().int().min(1).max(MAX_PAGE).catch(1);

/** Reads decimal text as 1/10000 quetzal. The verb decides whether zero or less is valid. */
export const amountSchema = readSchema(30, 'an amount', parseQuetzales);

const ROW_NUMBER = /^\d{1,18}$/;
/** Number of the row after which a page begins. Other text means the first page. */
export const rowNumberSchema = maybe(z.string().regex(ROW_NUMBER).transform(BigInt));

/** The name of an integration or a part of it. */
export const integrationSchema = maybe(
  z
    .string()
    .trim()
    .overwrite(asciiLower)
    .regex(/^[a-z0-9._-]{1,64}$/),
);

/** A day of the calendar, read into `2026-11-21`. */
export const daySchema = readSchema(40, 'a date', readWrittenDay);

/** A minute in Guatemala's time, read into `2026-11-21T14:30`. */
export const minuteSchema = readSchema(40, 'a date', readWrittenMinute);

/** The same as an instant. Other text becomes an Invalid Date, which the verb rejects. */
export const localInstantSchema = text(40).transform(
  (written) => parseInstant(readWrittenMinute(written) ?? '') ?? new Date(Number.NaN),
);

function readSchema<T>(max: number, what: string, read: (text: string) => T | undefined) {
  return z
    .string()
    .max(max)
    .transform((text, context) => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: `not ${what}` });
      return z.NEVER;
    });
}
