import { parseInstant } from '@/lib/base/time/guatemala';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { parseQuetzales } from '@/lib/base/values/money';
import {
  FLAGS,
  type Flag,
  isLookup,
  LOOKUPS,
  type Lookup,
  lookupFacts,
} from '@/lib/contract/lookups';
import { UsageError } from './output';

export function lookup(name: string): Lookup {
  if (isLookup(name)) return name;
  throw new UsageError(`'${name}' is not a lookup: choose from ${LOOKUPS.join(', ')}`);
}

/** `cui-nit,omisos` or the flags' contract names, comma-separated; the option may be repeated. */
export function lookupFlags(list: string, before: readonly Flag[] = []): Flag[] {
  const named = list.split(',').map((name) => {
    const wanted = name.trim();
    return FLAGS.find((flag) => flag === wanted) ?? lookupFacts[lookup(wanted)].flag;
  });
  return [...before, ...named];
}

export function amount(text: string): bigint {
  const parsed = signedAmount(text);
  if (parsed >= 0n) return parsed;
  throw new UsageError(`'${text}' is below zero`);
}

/** Reads `none` as no value; the verb reads the rest. */
export function orNone(text: string): string {
  return text === 'none' ? '' : text;
}

/** Reads an amount that may be below zero. */
export function signedAmount(text: string): bigint {
  const parsed = parseQuetzales(text);
  if (parsed !== undefined) return parsed;
  throw new UsageError(
    `'${text}' is not an amount in quetzales, such as 12.50 (up to four places)`,
  );
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};
const MAX_DURATION_MS = 90 * DAY_MS;

/** Reads a duration such as `30m`, `24h` or `7d` in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const ms = Number(match?.[1]) * (UNIT_MS[match?.[2] ?? ''] ?? Number.NaN);
  if (ms <= MAX_DURATION_MS) return ms;
  throw new UsageError(`'${text}' is not a duration of at most 90 days, such as 30m, 24h or 7d`);
}

/** Reads an instant in Guatemala's time, or with an offset of its own. */
export function instant(text: string): Date {
  const at = parseInstant(text);
  if (at !== undefined) return at;
  throw new UsageError(`'${text}' is not an instant, such as 2026-12-01T00:00`);
}

export function count(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`'${text}' is not a whole number from 1 to 999999`);
}
