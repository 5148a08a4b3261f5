import type { detailColumns } from '@/db/schema/index';

/** Texts stored about an integration, in the order of the form. Each is the name of a column. */
export const DETAILS = {
  customer_name: { maxLength: 200, type: 'text' },
  customer_tax_number: { maxLength: 20, type: 'text' },
  contact_name: { maxLength: 120, type: 'text' },
  contact_email: { maxLength: 254, type: 'email' },
  contact_phone: { maxLength: 40, type: 'tel' },
  notes: { maxLength: 2_000, type: 'lines' },
} as const satisfies Readonly<Record<Exclude<keyof typeof detailColumns, 'low_balance'>, object>>;

export type Detail = keyof typeof DETAILS;
export const DETAIL_NAMES = Object.keys(DETAILS) as Detail[];

/** Details of one line, and of several. */
export const SHORT_DETAILS = DETAIL_NAMES.filter((name) => DETAILS[name].type !== 'lines');
export const LONG_DETAILS = DETAIL_NAMES.filter((name) => DETAILS[name].type === 'lines');

/** Stored details of an integration; null where unknown. */
export interface Description extends Readonly<Record<Detail, string | null>> {
  /** Available balance, in 1/10000 quetzal, below which it counts as low. */
  readonly low_balance: bigint | null;
}
