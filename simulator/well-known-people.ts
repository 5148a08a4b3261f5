import type { Traits } from './taxpayer';
import { wellKnown } from './well-known';

interface KnownIndividual {
  nit: string;
  cui: string;
  seed: number;
  traits: Traits;
}
type KnownCompany = Omit<KnownIndividual, 'cui'>;

/** What the well-known people do not lay down is drawn from seeds that no generated one has. */
const FIRST_SEED = 900_000;

const COMPLIANT = { status: 'ACTIVO', defaults: [], coerced: false } as const;
const PLAIN = { notation: 'plain', sparse: false } as const;

const INDIVIDUALS: ReadonlyArray<readonly [{ nit: string; cui: string; nombre: string }, Traits]> =
  [
    [
      wellKnown.individual,
      {
        ...COMPLIANT,
        ...PLAIN,
        gender: 'F',
        birthDate: wellKnown.individual.dateOfBirth,
        affiliation: 'simplificado',
      },
    ],
    [wellKnown.married, { ...COMPLIANT, ...PLAIN, gender: 'F', affiliation: 'pequeno' }],
    [
      wellKnown.defaulter,
      {
        ...PLAIN,
        gender: 'M',
        status: 'ACTIVO',
        affiliation: 'simplificado',
        defaults: [
          'IVA GENERAL - DECLARACIÓN MENSUAL SAT-2237 - PERÍODO 05/2025 NO PRESENTADA',
          'ISR OPCIONAL SIMPLIFICADO - DECLARACIÓN MENSUAL SAT-1311 - PERÍODO 06/2025 NO PRESENTADA',
        ],
        coerced: false,
      },
    ],
    [
      wellKnown.coerced,
      {
        ...PLAIN,
        gender: 'M',
        status: 'ACTIVO',
        affiliation: 'pequeno',
        defaults: [
          'IVA PEQUEÑO CONTRIBUYENTE - DECLARACIÓN MENSUAL SAT-2046 - PERÍODO 07/2025 NO PRESENTADA',
        ],
        coerced: true,
      },
    ],
    [wellKnown.noAffiliations, { ...COMPLIANT, ...PLAIN, gender: 'F', affiliation: 'ninguna' }],
    [
      wellKnown.deceased,
      {
        ...COMPLIANT,
        ...PLAIN,
        status: 'FALLECIDO',
        gender: 'M',
        affiliation: 'pequeno',
        birthDate: '1941-11-02',
      },
    ],
    [
      wellKnown.letters,
      {
        ...COMPLIANT,
        gender: 'M',
        affiliation: 'utilidades',
        notation: 'letters',
        sparse: false,
      },
    ],
    [
      wellKnown.digits,
      {
        ...COMPLIANT,
        gender: 'F',
        affiliation: 'simplificado',
        notation: 'digits',
        sparse: false,
      },
    ],
    [
      wellKnown.words,
      { ...COMPLIANT, gender: 'F', affiliation: 'pequeno', notation: 'words', sparse: false },
    ],
    [wellKnown.sparse, { ...COMPLIANT, gender: 'M', notation: 'plain', sparse: true }],
  ];

const COMPANIES: ReadonlyArray<readonly [{ nit: string; nombre: string }, Traits]> = [
  [wellKnown.company, { ...COMPLIANT, ...PLAIN, affiliation: 'utilidades' }],
  [
    wellKnown.coercedCompany,
    {
      ...PLAIN,
      status: 'ACTIVO',
      affiliation: 'simplificado',
      defaults: ['ISR - DECLARACIÓN JURADA ANUAL SAT-1411 - PERÍODO 2024 NO PRESENTADA'],
      coerced: true,
    },
  ],
];

export const WELL_KNOWN_INDIVIDUALS: readonly KnownIndividual[] = INDIVIDUALS.map(
  ([{ nit, cui, nombre }, traits], index) => ({
    nit,
    cui,
    seed: FIRST_SEED + index,
    traits: { ...traits, nombre },
  }),
);

export const WELL_KNOWN_COMPANIES: readonly KnownCompany[] = COMPANIES.map(
  ([{ nit, nombre }, traits], index) => ({
    nit,
    seed: FIRST_SEED + INDIVIDUALS.length + index,
    traits: { ...traits, nombre },
  }),
);
