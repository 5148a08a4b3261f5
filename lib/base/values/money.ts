/**
 * Quetzales as integers of 1/10000 quetzal. Every amount in code and in the database is a `bigint`
 * of that unit; decimal text exists only where people or other programs read and write it.
 */
export type TenThousandths = bigint;

const DECIMAL_PLACES = 4;
const AMOUNT_PATTERN = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/;
/** Thousands with commas. A single comma without decimals could also mean a decimal comma. */
const GROUPED_PATTERN = /^-?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Reads decimal text such as `12`, `0.0001` or `1,250.50`. Anything else is `undefined`. */
export function parseQuetzales(text: string): TenThousandths | undefined {
  const written = text.trim();
  const plain = GROUPED_PATTERN.test(written) ? written.replaceAll(',', '') : written;
  const match = AMOUNT_PATTERN.exec(plain);
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const amount = BigInt(whole + fraction.padEnd(DECIMAL_PLACES, '0'));
  return sign === '-' ? -amount : amount;
}

/** True for figures such as `1,250` or `1.250,50`, which can be read as different amounts. */
export function isUnclearAmount(text: string): boolean {
  return /^\s*-?[\d.]*\d,[\d.,]*\s*$/.test(text) && parseQuetzales(text) === undefined;
}

/** Writes decimal text with two to four places: `12.50`, `0.3333`. */
export function formatQuetzales(
  amount: TenThousandths,
  places: number = placesOf([amount]),
): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMAL_PLACES + 1, '0');
  const whole = digits.slice(0, -DECIMAL_PLACES);
  return `${sign}${whole}.${digits.slice(-DECIMAL_PLACES).slice(0, places)}`;
}

/** Returns the fewest places, two to four, that show every amount of a column. */
export function placesOf(amounts: readonly TenThousandths[]): number {
  if (amounts.some((amount) => amount % 10n !== 0n)) return 4;
  return amounts.some((amount) => amount % 100n !== 0n) ? 3 : 2;
}

/** Writes a change of a balance with its sign: `+Q 1.00`, `−Q 1.00`, `Q 0.00`. */
export function displayChange(amount: TenThousandths, places?: number): string {
  return `${amount > 0n ? '+' : ''}${displayQuetzales(amount, places)}`;
}

/** Writes an amount for people in Guatemala, such as `Q 1,234.50`, which no line break divides. */
export function displayQuetzales(amount: TenThousandths, places?: number): string {
  const written = formatQuetzales(amount < 0n ? -amount : amount, places);
  const [whole = '0', fraction = '00'] = written.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0n ? '−' : ''}Q\u00a0${grouped}.${fraction}`;
}
