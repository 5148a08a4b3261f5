/**
 * Writes comma-separated values for spreadsheets (RFC 4180). A file begins with {@link CSV_BOM};
 * without it Excel misreads UTF-8.
 */
export const CSV_BOM = '\uFEFF';

export type CsvValue = string | number | bigint | boolean | null | undefined;

/** Matches text that a spreadsheet may run as a formula, also after spaces and in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
/** Matches numbers: a negative number looks like a formula but is not one. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Writes one line. Null and undefined become empty cells; text cannot run as a formula. */
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
