/** The five lookups by the short names used in records, flags of the command line and logs. */
export const LOOKUPS = ['renap', 'rtu', 'cui-nit', 'rtu-v2', 'omisos'] as const;
export type Lookup = (typeof LOOKUPS)[number];

/** Lookups that share a limit and the shape of their errors. */
export type Family = 'renap' | 'rtu' | 'catalogos';

export const FLAGS = [
  'is_renap_enabled',
  'is_rtu_enabled',
  'is_cui_nit_enabled',
  'is_rtu_v2_enabled',
  'is_omisos_enabled',
] as const;
export type Flag = (typeof FLAGS)[number];
export type Flags = Readonly<Record<Flag, boolean>>;

export interface LookupFacts {
  readonly path: string;
  readonly operationId: string;
  readonly family: Family;
  readonly flag: Flag;
  /** Paid from the prepaid balance: the three catalogs. */
  readonly billed: boolean;
}

/** Contract, 'What the service does' and 'Endpoints'. */
export const lookupFacts: Readonly<Record<Lookup, LookupFacts>> = {
  renap: {
    path: '/renap/buscar-cui',
    operationId: 'searchRenapByCui',
    family: 'renap',
    flag: 'is_renap_enabled',
    billed: false,
  },
  rtu: {
    path: '/rtu/nits',
    operationId: 'searchRtuByNits',
    family: 'rtu',
    flag: 'is_rtu_enabled',
    billed: false,
  },
  'cui-nit': {
    path: '/catalogos/cui-nit',
    operationId: 'lookupCuiNit',
    family: 'catalogos',
    flag: 'is_cui_nit_enabled',
    billed: true,
  },
  'rtu-v2': {
    path: '/catalogos/rtu',
    operationId: 'lookupRtuV2',
    family: 'catalogos',
    flag: 'is_rtu_v2_enabled',
    billed: true,
  },
  omisos: {
    path: '/catalogos/omisos',
    operationId: 'lookupOmisos',
    family: 'catalogos',
    flag: 'is_omisos_enabled',
    billed: true,
  },
};

/** The lookup that a flag opens. */
export function lookupOfFlag(flag: Flag): Lookup {
  const found = LOOKUPS.find((lookup) => lookupFacts[lookup].flag === flag);
  if (found === undefined) throw new Error(`No lookup has the flag ${flag}.`);
  return found;
}

export function isLookup(text: string): text is Lookup {
  return (LOOKUPS as readonly string[]).includes(text);
}

/** The lookups paid from the prepaid balance. */
export const BILLED_LOOKUPS: readonly Lookup[] = LOOKUPS.filter((name) => lookupFacts[name].billed);
