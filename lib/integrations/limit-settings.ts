import { formatQuetzales, parseQuetzales } from '@/lib/money';
import { recordOf } from '@/lib/record';

/** Limits of an integration by the names of their columns, in the order of the form. */
export const LIMIT_SETTINGS = ['cap_day', 'cap_month'] as const;
export type LimitSetting = (typeof LIMIT_SETTINGS)[number];

/** Limits as people write them; empty where there is none. */
export type LimitTexts = Readonly<Record<LimitSetting, string>>;

/** Limits as they are stored: amounts in 1/10000 quetzal. */
export interface LimitValues {
  readonly cap_day: bigint | null;
  readonly cap_month: bigint | null;
}

export function limitTexts(values: LimitValues): LimitTexts {
  return recordOf(LIMIT_SETTINGS, (name) => {
    const value = values[name];
    return value === null ? '' : formatQuetzales(value);
  });
}

type Read = { readonly [Name in LimitSetting]: (text: string) => LimitValues[Name] | undefined };

const readers: Read = { cap_day: readAmount, cap_month: readAmount };

/** Reads a limit; null for an empty text, undefined for an invalid one. */
export function readLimit<Name extends LimitSetting>(name: Name, text: string) {
  return text.trim() === '' ? null : readers[name](text.trim());
}

function readAmount(text: string): bigint | undefined {
  const amount = parseQuetzales(text);
  return amount !== undefined && amount > 0n ? amount : undefined;
}
