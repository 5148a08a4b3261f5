import type { limitColumns } from '@/db/schema/index';
import { formatQuetzales, parseQuetzales } from '@/lib/base/values/money';
import { formatNetworks, parseNetworks } from '@/lib/base/values/networks';
import { recordOf } from '@/lib/base/values/record';
import { FAMILIES, type Family } from '@/lib/contract/families';

/** The stored value of each kind of limit: 1/10000 quetzal, requests, networks as text. */
interface KindValues {
  readonly amount: bigint;
  readonly requests: number;
  readonly networks: string;
}
export type LimitKind = keyof KindValues;

export const QUOTA_SETTINGS = FAMILIES.map((family) => `limit_${family}` as const);
export type QuotaSetting = `limit_${Family}`;

/** Limits of an integration by the names of their columns, in the order of the form. */
export const LIMIT_KINDS = {
  cap_day: 'amount',
  cap_month: 'amount',
  ...recordOf<QuotaSetting, 'requests'>(QUOTA_SETTINGS, () => 'requests'),
  trusted_networks: 'networks',
} as const satisfies Readonly<Record<keyof typeof limitColumns, LimitKind>>;

export type LimitSetting = keyof typeof LIMIT_KINDS;
export const LIMIT_SETTINGS = Object.keys(LIMIT_KINDS) as LimitSetting[];

/** Limits as people write them; empty where there is none. */
export type LimitTexts = Readonly<Record<LimitSetting, string>>;

/** Limits as they are stored. */
export type LimitValues = {
  readonly [Name in LimitSetting]: KindValues[(typeof LIMIT_KINDS)[Name]] | null;
};

export function limitTexts(values: LimitValues): LimitTexts {
  return recordOf(LIMIT_SETTINGS, (name) => limitText(values[name]));
}

/** Writes a limit; an empty text for none. */
export function limitText(value: bigint | number | string | null): string {
  return typeof value === 'bigint' ? formatQuetzales(value) : String(value ?? '');
}

type Readers = { readonly [Kind in LimitKind]: (text: string) => KindValues[Kind] | undefined };

const readers: Readers = {
  amount: (text) => {
    const amount = parseQuetzales(text);
    return amount !== undefined && amount > 0n ? amount : undefined;
  },
  requests: (text) => (/^[1-9]\d{0,7}$/.test(text) ? Number(text) : undefined),
  networks: (text) => {
    const networks = parseNetworks(text);
    return networks && formatNetworks(networks);
  },
};

/** Reads a limit; null for an empty text, undefined for an invalid one. */
export function readLimit(name: LimitSetting, text: string) {
  return text.trim() === '' ? null : readers[LIMIT_KINDS[name]](text.trim());
}

export function invalidLimit(texts: Partial<LimitTexts>): LimitSetting | undefined {
  return LIMIT_SETTINGS.find((name) => readLimit(name, texts[name] ?? '') === undefined);
}

export function limitRefusal(name: LimitSetting): 'limit_invalid' | 'networks_invalid' {
  return LIMIT_KINDS[name] === 'networks' ? 'networks_invalid' : 'limit_invalid';
}
