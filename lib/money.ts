/**
 * Quetzales as integers of 1/10000 quetzal. Every amount in code and in the database is a `bigint`
 * of that unit; decimal text exists only where people or other programs read and write it.
 */
export type TenThousandths = bigint;

const DECIMAL_PLACES = 4;
const AMOUNT_PATTERN = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/;

/** Reads decimal text such as `12`, `12.5` or `0.0001`. Anything else is `undefined`. */
export function parseQuetzales(text: string): TenThousandths | undefined {
  const match = AMOUNT_PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const amount = BigInt(whole + fraction.padEnd(DECIMAL_PLACES, '0'));
  return sign === '-' ? -amount : amount;
}

/** Writes decimal text with at least two and at most four places: `12.50`, `0.3333`. */
export function formatQuetzales(amount: TenThousandths): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DECIMAL_PLACES + 1, '0');
  const whole = digits.slice(0, -DECIMAL_PLACES);
  const fraction = digits.slice(-DECIMAL_PLACES).replace(/0{1,2}$/, '');
  return `${sign}${whole}.${fraction}`;
}

/** Writes a change of a balance with its sign: `+Q 1.00`, `−Q 1.00`, `Q 0.00`. */
export function displayChange(amount: TenThousandths): string {
  return `${amount > 0n ? '+' : ''}${displayQuetzales(amount)}`;
}

/** Writes an amount for people in Guatemala: `Q 1,234.50`. */
export function displayQuetzales(amount: TenThousandths): string {
  const [whole = '0', fraction = '00'] = formatQuetzales(amount < 0n ? -amount : amount).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0n ? '−' : ''}Q ${grouped}.${fraction}`;
}
