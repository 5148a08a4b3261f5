import { DAY_MS, HOUR_MS } from './time';

/**
 * The calendar of Guatemala: six hours behind UTC all year, without summer time. A day is written
 * `2026-11-21`. The database's function `guatemala_day` follows the same rule.
 */
const OFFSET = '-06:00';
const OFFSET_MS = 6 * HOUR_MS;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;
const WITH_OFFSET_PATTERN = /^\S{16,23}(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns the day in Guatemala at an instant. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns the instant at which a day begins in Guatemala. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00${OFFSET}`);
}

/** Returns the instant at which a day ends in Guatemala and the next one begins. */
export function endOfDay(day: string): Date {
  return startOfDay(addDays(day, 1));
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the first day of the month of a day, or of the month `months` later. */
export function startOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Reads a day; undefined for other text and for days that do not exist. */
export function parseDay(text: string): string | undefined {
  if (!DAY_PATTERN.test(text)) return undefined;
  const start = startOfDay(text);
  return !Number.isNaN(start.getTime()) && dayOf(start) === text ? text : undefined;
}

/** Reads `2026-12-01T00:00` in Guatemala's time, or with an offset; undefined for other text. */
export function parseInstant(text: string): Date | undefined {
  const local = LOCAL_PATTERN.test(text);
  if (!local && !WITH_OFFSET_PATTERN.test(text)) return undefined;
  if (parseDay(text.slice(0, 10)) === undefined) return undefined;
  const at = new Date(local ? text + OFFSET : text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Writes an instant for spreadsheets, in Guatemala's time: `2026-12-01 00:00:00`. */
export function localSecond(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Writes an instant for a form field, in Guatemala's time: `2026-12-01T00:00`. */
export function localMinute(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 16);
}
