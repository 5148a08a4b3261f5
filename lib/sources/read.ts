import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { CodigoDescripcion } from '@/lib/contract/fields';

/**
 * Turns any JSON of a source into a value of the contract's type. Never throws: a source may omit a
 * value, send null or another type. An unreadable value is reported by its field's name, never by
 * its content.
 */
export type Reader<T> = (value: unknown, unreadable?: Unreadable) => T;

/** Called for an unreadable value, with the name of the unreadable field inside it, if any. */
export type Unreadable = (inner?: string) => void;

const ignore: Unreadable = () => {};

/** Reports a value as unreadable, unless it is absent, and returns its substitute. */
function giveUp<T>(value: unknown, unreadable: Unreadable, substitute: T): T {
  const isAbsent = typeof value === 'string' ? value.trim() === '' : (value ?? null) === null;
  if (!isAbsent) unreadable();
  return substitute;
}

export const TRUE_WORDS = new Set(['S', 'SI', 'SÍ', 'TRUE']);
export const FALSE_WORDS = new Set(['N', 'NO', 'FALSE']);
/** Words for the success of a query. */
export const SUCCESS_WORDS = new Set(['1', 'OK', 'EXITO', 'EXITOSO', 'EXITOSA']);

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Writes a number without an exponent: `1e21` and `1e-7` become digits and a point. */
function decimalText(value: number): string {
  const written = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(written);
  if (match === null) return written;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

export function text(value: unknown, unreadable = ignore): string | null {
  if (isFilled(value)) return value;
  return isFiniteNumber(value) ? decimalText(value) : giveUp(value, unreadable, null);
}

export function boolean(value: unknown, unreadable = ignore): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  const word = wordOf(value);
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : giveUp(value, unreadable, null);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().normalize('NFC').toUpperCase() : '';
}

/**
 * Reads whether a source calls a query successful: null for anything but a known yes or no. A source
 * that says nothing leaves it to its HTTP status.
 */
export function success(value: unknown): boolean | null {
  return (value ?? null) === null || SUCCESS_WORDS.has(wordOf(value)) || boolean(value);
}

/** Reads one of the words, in any case and with or without accents. */
export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word | null> {
  return (value, unreadable = ignore) => {
    const plain = typeof value === 'string' ? value.normalize('NFD').replace(/\p{M}/gu, '') : '';
    const word = words.find((one) => one === plain.toLowerCase());
    return word ?? giveUp(value, unreadable, null);
  };
}

/** Reads a number, or text that is a plain decimal integer without a leading zero. */
export function numberCode(value: unknown, unreadable = ignore): number | null {
  if (isFiniteNumber(value)) return value;
  const digits = typeof value === 'string' ? value.trim() : '';
  const code = /^(?:0|-?[1-9]\d*)$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(code) ? code : giveUp(value, unreadable, null);
}

/** Reads an integer, or text that is one. */
export function integer(value: unknown, unreadable = ignore): number | null {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  return isFiniteNumber(number) && Number.isSafeInteger(number)
    ? number
    : giveUp(value, unreadable, null);
}

/**
 * Reads `{codigo, descripcion}`, a bare description or a bare code. The code stays as sent, with its
 * zeros.
 */
export function codedValue(value: unknown, unreadable = ignore): CodigoDescripcion {
  if (typeof value === 'string') return { codigo: null, descripcion: text(value) };
  if (isFiniteNumber(value)) return { codigo: value, descripcion: null };
  return isJsonObject(value)
    ? codedFields(value, unreadable)
    : giveUp(value, unreadable, NOT_REPORTED);
}

const codedFields = record<CodigoDescripcion>({
  codigo: (value, unreadable = ignore) =>
    isFiniteNumber(value) || isFilled(value) ? value : giveUp(value, unreadable, null),
  descripcion: text,
});

const NOT_REPORTED: CodigoDescripcion = Object.freeze({ codigo: null, descripcion: null });

/** Ignores the value, for a field that does not belong to its record. */
export function notReported(): CodigoDescripcion {
  return NOT_REPORTED;
}

const TIME = String.raw`(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:[Zz]|[+-]\d{2}(?::?\d{2})?))?)?`;
/** `1988-04-17` and `19880417`. */
export const ISO_DATE = new RegExp(String.raw`^(\d{4})(-?)(\d{2})\2(\d{2})${TIME}$`);
/** `17/04/1988` and `17-04-1988`. */
export const LOCAL_DATE = new RegExp(String.raw`^(\d{2})([/-])(\d{2})\2(\d{4})${TIME}$`);

/**
 * Reads a calendar date, with or without a time, as YYYY-MM-DD: the one format that the contract
 * guarantees. The date is the written one, whatever the time zone.
 */
export function calendarDate(value: unknown, unreadable = ignore): string | null {
  const written = typeof value === 'string' ? value : '';
  const iso = ISO_DATE.exec(written);
  const local = LOCAL_DATE.exec(written);
  const date = iso
    ? writtenDate(iso[1], iso[3], iso[4])
    : writtenDate(local?.[4], local?.[3], local?.[1]);
  return date ?? giveUp(value, unreadable, null);
}

function writtenDate(year = '', month = '', day = ''): string | null {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const written = `${year}-${month}-${day}`;
  return year > '0000' && date.toISOString().startsWith(`${written}T`) ? written : null;
}

/** Reads an object field by field. The source writes the contract's names in snake case. */
export function record<R extends object>(readers: { readonly [K in keyof R]: Reader<R[K]> }) {
  const fields = Object.entries<Reader<unknown>>(readers).map(
    ([key, read]) => [key, snakeCase(key), read] as const,
  );
  return (value: JsonObject, unreadable: Unreadable = ignore): R => {
    const read = fields.map(([key, name, reader]) => {
      const within: Unreadable = (inner) =>
        unreadable(inner === undefined ? name : `${name}.${inner}`);
      return [key, reader(value[name], within)];
    });
    return Object.fromEntries(read) as R;
  };
}

/** Writes a name of the contract as the source does. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type RecordReader<R> = (value: JsonObject, unreadable: Unreadable) => R;

/** Reads an object. Any other value reads as an object without fields. */
export function objectOf<R>(read: RecordReader<R>): Reader<R> {
  return (value, unreadable = ignore) =>
    read(isJsonObject(value) ? value : giveUp(value, unreadable, {}), unreadable);
}

export function objectOrNull<R>(read: RecordReader<R>): Reader<R | null> {
  return (value, unreadable = ignore) =>
    isJsonObject(value) ? read(value, unreadable) : giveUp(value, unreadable, null);
}

export function opaqueObject(value: unknown, unreadable = ignore): Record<string, unknown> | null {
  return isJsonObject(value) ? value : giveUp(value, unreadable, null);
}

export function opaqueList(value: unknown, unreadable = ignore): unknown[] {
  return Array.isArray(value) ? value : giveUp(value, unreadable, []);
}

export function objects<R>(read: RecordReader<R>): Reader<R[]> {
  return (value, unreadable = ignore) =>
    opaqueList(value, unreadable).flatMap((element) =>
      isJsonObject(element) ? [read(element, unreadable)] : giveUp(element, unreadable, []),
    );
}

export function texts(value: unknown, unreadable = ignore): string[] {
  return opaqueList(value, unreadable)
    .map((element) => text(element, unreadable))
    .filter((element) => element !== null);
}
