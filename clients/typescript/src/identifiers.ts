/** An identifier as sources write it, and what looks wrong about it. */
export interface Normalized<Warning> {
  readonly value: string;
  readonly warning: Warning | undefined;
}

export type NitWarning = 'final_consumer' | 'not_a_nit' | 'check_digit';
export type CuiWarning = 'lost_zeros' | 'not_a_cui' | 'check_digit';

/** Removes blanks and hyphens and writes K in upper case. Warns, and never refuses. */
export function normalizeNit(text: string): Normalized<NitWarning> {
  const value = withoutSeparators(text);
  if (/^(?:CF|C\/F|C\.F\.|CONSUMIDORFINAL)$/.test(value)) {
    return { value, warning: 'final_consumer' };
  }
  if (!/^[0-9]{1,12}[0-9K]$/.test(value)) return { value, warning: 'not_a_nit' };
  const digits = [...value.slice(0, -1)].reverse();
  const sum = digits.reduce((all, digit, index) => all + Number(digit) * (index + 2), 0);
  const isRight = '0123456789K'[(11 - (sum % 11)) % 11] === value.at(-1);
  return { value, warning: isRight ? undefined : 'check_digit' };
}

/** Removes blanks and hyphens. Warns, also of zeros that a spreadsheet removed, and never refuses. */
export function normalizeCui(text: string): Normalized<CuiWarning> {
  const value = withoutSeparators(text);
  if (!/^[0-9]{8,13}$/.test(value)) return { value, warning: 'not_a_cui' };
  const whole = value.padStart(13, '0');
  const digits = [...whole.slice(0, 8)];
  const sum = digits.reduce((all, digit, index) => all + Number(digit) * (index + 2), 0);
  const isRight = sum % 11 === Number(whole[8]);
  if (value.length < 13) return { value, warning: isRight ? 'lost_zeros' : 'not_a_cui' };
  return { value, warning: isRight ? undefined : 'check_digit' };
}

function withoutSeparators(text: string): string {
  return text.replace(/[\s\u00a0\u2010-\u2015-]/g, '').toUpperCase();
}
