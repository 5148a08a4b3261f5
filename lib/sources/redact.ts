import { isJsonObject } from '@/lib/base/values/json';
import { cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { calendarDate, ISO_DATE, LOCAL_DATE, oneOf, success } from './read';
import { SHOWN_NAME } from './shape';

/** Deeper than any record. */
const MAX_DEPTH = 64;

/**
 * Replaces every value of an answer by one that is read in the same way, so that nothing is left of
 * the taxpayer. Booleans, 0, 1 and the words for yes and no stay, as do the names of fields.
 */
export function redacted(value: unknown, depth = MAX_DEPTH): unknown {
  if (typeof value === 'string') return redactedText(value);
  if (typeof value === 'number') return redactedNumber(value);
  const isNested = Array.isArray(value) || isJsonObject(value);
  if (!isNested || depth === 0) return isNested ? null : value;
  if (Array.isArray(value)) return value.map((element) => redacted(element, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      SHOWN_NAME.test(name) ? name : redactedText(name),
      redacted(inner, depth - 1),
    ]),
  );
}

const PERSONS = cuiNitResultado.shape.tipoPersona.unwrap().options;
const [FIRST_PERSON = ''] = PERSONS;
const readPerson = oneOf(...PERSONS);

function redactedText(text: string): string {
  if (success(text) !== null) return text;
  if (readPerson(text) !== null) return FIRST_PERSON.toUpperCase();
  if (calendarDate(text) !== null) return redactedDate(text);
  return redactedDigits(text)
    .replace(/\p{Lu}/gu, 'X')
    .replace(/[a-z]|\P{ASCII}/gu, 'x');
}

/** Keeps the form of a date and of its time. */
function redactedDate(text: string): string {
  const [, , isoSeparator] = ISO_DATE.exec(text) ?? [];
  const [, , separator] = LOCAL_DATE.exec(text) ?? [];
  const date =
    isoSeparator === undefined
      ? ['01', '01', '1990'].join(separator)
      : ['1990', '01', '01'].join(isoSeparator);
  return date + text.slice(date.length).replace(/\d/g, '0');
}

/** Keeps 0 and 1, which may be booleans. */
function redactedNumber(value: number): number {
  return value === 0 || value === 1 ? value : Number(redactedDigits(String(value)));
}

/** Keeps leading zeros: a code with them is not read as a number. Nines make no date. */
function redactedDigits(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.replace(/(?<!^0*)0|[1-9]/g, '9'));
}
