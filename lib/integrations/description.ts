/** What the team keeps about an integration besides what it may do; null where nothing is known. */
export interface Description {
  readonly contactName: string | null;
  readonly contactEmail: string | null;
  readonly contactPhone: string | null;
  readonly notes: string | null;
  /** Available balance, in 1/10000 quetzal, below which it counts as running low; null for none. */
  readonly lowBalance: bigint | null;
}

/** The longest that each text may be, in characters. */
export const DESCRIPTION_LENGTHS = {
  contactName: 120,
  contactEmail: 254,
  contactPhone: 40,
  notes: 2_000,
} as const;
