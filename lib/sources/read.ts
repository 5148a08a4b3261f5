import type { CodigoDescripcion } from '@/lib/contract/fields';
import { isJsonObject, type JsonObject } from '@/lib/json';

/**
 * Readers for values that a source may omit, send as null or send with another type. Each reader
 * turns any JSON into a value of the contract's type and never throws.
 */

const TRUE_WORDS = new Set(['S', 'SI', 'SÍ', 'TRUE']);
const FALSE_WORDS = new Set(['N', 'NO', 'FALSE']);
const NOTHING: JsonObject = {};

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

export function text(value: unknown): string | null {
  if (isFilled(value)) return value;
  return isFiniteNumber(value) ? decimalText(value) : null;
}

export function boolean(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  const word = value.normalize('NFC').toUpperCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : null;
}

/** Reads a number, or text that is a plain decimal integer without a leading zero. */
export function numberCode(value: unknown): number | null {
  if (isFiniteNumber(value)) return value;
  if (typeof value !== 'string' || !/^(?:0|-?[1-9]\d*)$/.test(value)) return null;
  const code = Number(value);
  return Number.isSafeInteger(code) ? code : null;
}

/** Reads `{codigo, descripcion}` or a bare description. The code stays as sent, with its zeros. */
export function codedValue(value: unknown): CodigoDescripcion {
  if (typeof value === 'string') return { codigo: null, descripcion: text(value) };
  if (!isJsonObject(value)) return { codigo: null, descripcion: null };
  const { codigo, descripcion } = value;
  return {
    codigo: isFiniteNumber(codigo) || isFilled(codigo) ? codigo : null,
    descripcion: text(descripcion),
  };
}

export const NOT_REPORTED: CodigoDescripcion = Object.freeze({ codigo: null, descripcion: null });

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const LOCAL_DATE = /^(\d{2})([/-])(\d{2})\2(\d{4})$/;

/** Reads a calendar date as YYYY-MM-DD, the one format that the contract guarantees. */
export function calendarDate(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const iso = ISO_DATE.exec(value);
  if (iso !== null) return writtenDate(iso[1], iso[2], iso[3]);
  const local = LOCAL_DATE.exec(value);
  return local === null ? null : writtenDate(local[4], local[3], local[1]);
}

function writtenDate(year = '', month = '', day = ''): string | null {
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const written = `${year}-${month}-${day}`;
  return year !== '0000' && date.toISOString().startsWith(`${written}T`) ? written : null;
}

/** Returns the object, or an empty one, whose fields all read as not reported. */
export function fields(value: unknown): JsonObject {
  return isJsonObject(value) ? value : NOTHING;
}

export function opaqueObject(value: unknown): Record<string, unknown> | null {
  return isJsonObject(value) ? value : null;
}

export function opaqueList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objects<T>(value: unknown, read: (fields: JsonObject) => T): T[] {
  return Array.isArray(value) ? value.filter(isJsonObject).map(read) : [];
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text).filter((element) => element !== null) : [];
}
