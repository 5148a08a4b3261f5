import { visible } from './text';

/** Writes comma-separated values (RFC 4180). Without {@link CSV_BOM}, Excel misreads UTF-8. */
export const CSV_BOM = '\uFEFF';

export type CsvValue = string | number | bigint | boolean | null | undefined;

/**
 * Matches where a spreadsheet may see a formula: at the start of the text, or after a semicolon,
 * tab or line break, which some programs take for separators. Spaces may precede the sign.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/g;
/** Matches numbers, of which a negative one also begins as a formula does. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Writes one line. Null and undefined become empty cells. No text can run as a formula. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** Writes one cell, quoted if necessary. */
export function csvCell(value: CsvValue): string {
  const text = defused(visible(String(value ?? '')));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function defused(text: string): string {
  return NUMBER.test(text) ? text : text.replace(FORMULA, "$1'");
}
