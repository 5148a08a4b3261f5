/** Check character of a NIT: modulo 11 with weights 2, 3, 4... from the right; 10 is written K. */
export function nitCheckCharacter(number: number): string {
  let sum = 0;
  let weight = 2;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight;
    weight += 1;
  }
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'K' : String(check);
}

/** Makes the NIT of `number`, without hyphen, as the sources write it. */
export function makeNit(number: number): string {
  return `${number}${nitCheckCharacter(number)}`;
}

/** Removes hyphens and spaces, and writes K in upper case, as in the indexes. */
export function normaliseNit(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

export function isNit(text: string): boolean {
  const nit = normaliseNit(text);
  return /^[1-9]\d{0,11}[\dK]$/.test(nit) && makeNit(Number(nit.slice(0, -1))) === nit;
}

/**
 * Check digit of the eight-digit number of a CUI: modulo 11 with weights 2 to 9 from the left.
 * `undefined` when it comes to 10: such numbers are never issued.
 */
export function cuiCheckDigit(number: number): number | undefined {
  let sum = 0;
  let weight = 9;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 10)) {
    sum += (rest % 10) * weight;
    weight -= 1;
  }
  const check = sum % 11;
  return check === 10 ? undefined : check;
}

/** Makes thirteen digits: number, check digit, department and municipality (from 1). */
export function makeCui(
  number: number,
  department: number,
  municipality: number,
): string | undefined {
  const check = cuiCheckDigit(number);
  if (check === undefined) return undefined;
  const place = `${String(department).padStart(2, '0')}${String(municipality).padStart(2, '0')}`;
  return `${String(number).padStart(8, '0')}${check}${place}`;
}

export function normaliseCui(text: string): string {
  return text.replace(/[\s-]/g, '');
}

export function isCui(text: string): boolean {
  const cui = normaliseCui(text);
  if (!/^\d{13}$/.test(cui)) return false;
  return makeCui(Number(cui.slice(0, 8)), Number(cui.slice(9, 11)), Number(cui.slice(11))) === cui;
}

/** Puts spaces between digit groups, as on the card and in the omisos source. */
export function groupCui(cui: string): string {
  return `${cui.slice(0, 4)} ${cui.slice(4, 9)} ${cui.slice(9)}`;
}
