/**
 * Comma-separated values as spreadsheets read them (RFC 4180). A file begins with {@link CSV_BOM},
 * without which Excel takes UTF-8 for something else.
 */
export const CSV_BOM = '\uFEFF';

export type CsvValue = string | number | bigint | boolean | null | undefined;

/** What a spreadsheet may take for a formula, also behind spaces, and in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
/** Begins like one when it is negative, and is none. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line with its end. Nothing becomes an empty cell; text cannot run as a formula. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: CsvValue): string {
  const text = defused(String(value ?? ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
