import { parseDay, parseInstant } from '@/lib/base/time/guatemala';

/** First letters of the months in Spanish and in English. */
const MONTHS = [
  /^(ene|jan)/,
  /^feb/,
  /^mar/,
  /^a[bp]r/,
  /^may/,
  /^jun/,
  /^jul/,
  /^a(go|ug)/,
  /^se[pt]/,
  /^oct/,
  /^nov/,
  /^d(ic|ec)/,
];

const TIME = String.raw`(?:(?:[t,\s]|a las|at)+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?)?`;
const GAP = String.raw`(?:[\s./-]|de\s)+`;
/** `2026-11-22`, then `22/11/2026` or `22 de noviembre de 2026`, then `Nov 22, 2026`. */
const FORMS = [
  String.raw`(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})`,
  String.raw`(?<day>\d{1,2})${GAP}(?<month>\d{1,2}|\p{L}{3,})${GAP}(?<year>\d{4})`,
  String.raw`(?<month>\p{L}{3,})\.?\s(?<day>\d{1,2}),?\s(?<year>\d{4})`,
].map((form) => new RegExp(`^${form}${TIME}$`, 'u'));

/**
 * Reads a date as people in Guatemala write it, with the day first, and its time in 24 hours if it
 * has one. Returns `2026-11-22` or `2026-11-22T14:30`; undefined for other text.
 */
export function readWritten(text: string): string | undefined {
  const written = text.trim().toLowerCase();
  const parts = FORMS.map((form) => form.exec(written)?.groups).find((groups) => groups);
  if (parts === undefined) return undefined;
  const day = [parts.year, monthOf(parts.month ?? ''), parts.day].map(twoDigits).join('-');
  if (parts.hour === undefined) return parseDay(day);
  const time = [parts.hour, parts.minute, parts.second].filter((part) => part !== undefined);
  const local = `${day}T${time.map(twoDigits).join(':')}`;
  return parseInstant(local) && local;
}

/** Reads the day alone. */
export function readWrittenDay(text: string): string | undefined {
  return readWritten(text)?.slice(0, 'yyyy-mm-dd'.length);
}

/** Reads a day with a time; a day alone begins at midnight. */
export function readWrittenMinute(text: string): string | undefined {
  const read = readWritten(text);
  return read === undefined || read.includes('T') ? read : `${read}T00:00`;
}

function monthOf(text: string): string {
  if (/^\d/.test(text)) return text;
  return String(MONTHS.findIndex((name) => name.test(text)) + 1);
}

function twoDigits(part: string | undefined): string {
  return (part ?? '').padStart(2, '0');
}
