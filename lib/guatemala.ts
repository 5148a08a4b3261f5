import { DAY_MS, HOUR_MS } from '@/lib/time';

/**
 * The calendar that people here live by: Guatemala, six hours behind UTC all year, without summer
 * time. A day is written `2026-11-21`. The database's `guatemala_day` says the same.
 */
const OFFSET = '-06:00';
const OFFSET_MS = 6 * HOUR_MS;

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;
const WITH_OFFSET_PATTERN = /^\S{16,23}(?:Z|[+-]\d{2}:\d{2})$/;

/** The day it is there at an instant. */
export function dayOf(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 10);
}

/** The instant at which a day begins there. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00${OFFSET}`);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first day of the month of a day, or of another month counted from it. */
export function startOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** A day of the calendar; `undefined` for other text and for days that do not exist. */
export function parseDay(text: string): string | undefined {
  if (!DAY_PATTERN.test(text)) return undefined;
  const start = startOfDay(text);
  return !Number.isNaN(start.getTime()) && dayOf(start) === text ? text : undefined;
}

/** `2026-12-01T00:00` as it is there, or with an offset of its own; `undefined` for anything else. */
export function parseInstant(text: string): Date | undefined {
  const local = LOCAL_PATTERN.test(text);
  if (!local && !WITH_OFFSET_PATTERN.test(text)) return undefined;
  if (parseDay(text.slice(0, 10)) === undefined) return undefined;
  const at = new Date(local ? text + OFFSET : text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** An instant as spreadsheets read it: `2026-12-01 00:00:00`, as it is there. */
export function localSecond(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** An instant as a field of a form takes it: `2026-12-01T00:00`, to the minute, as it is there. */
export function localMinute(at: Date): string {
  return new Date(at.getTime() - OFFSET_MS).toISOString().slice(0, 16);
}
