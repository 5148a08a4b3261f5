import { DEPARTMENT_COUNT, municipalityCount } from './geography';
import { makeCui, makeNit, normaliseCui, normaliseNit } from './identifiers';
import { createPrng, type Prng } from './prng';
import type { Individual, Taxpayer } from './taxpayer';
import { WELL_KNOWN_COMPANIES, WELL_KNOWN_INDIVIDUALS } from './well-known-people';

const INDIVIDUAL_COUNT = 3000;
const COMPANY_COUNT = 800;
const SEED = 20_250_930;

/** Numbers below belong to the reserved identifiers; nobody is ever given one of them. */
export const RESERVED_NIT_NUMBERS = { first: 9_900_000, last: 9_900_999 } as const;
/** Issued CUI numbers start with 1, 2 or 3, so that the reserved 99... never meet them. */
const CUI_NUMBERS = { first: 15_000_000, last: 39_999_999 } as const;

interface Population {
  taxpayers: readonly Taxpayer[];
  individuals: readonly Individual[];
  byNit: ReadonlyMap<string, Taxpayer>;
  byCui: ReadonlyMap<string, Individual>;
}

/** Identifiers only: the details of each are drawn when a lookup asks for them. */
function generate(): Population {
  const prng = createPrng(SEED);
  const byNit = new Map<string, Taxpayer>();
  const byCui = new Map<string, Individual>();
  const individuals: Individual[] = [];
  const addIndividual = (individual: Individual) => {
    byNit.set(individual.nit, individual);
    byCui.set(individual.cui, individual);
    individuals.push(individual);
  };
  for (const known of WELL_KNOWN_INDIVIDUALS) addIndividual({ kind: 'individual', ...known });
  for (const known of WELL_KNOWN_COMPANIES) byNit.set(known.nit, { kind: 'company', ...known });
  while (individuals.length < INDIVIDUAL_COUNT) {
    const nit = freeNit(prng, byNit, 1_000_000, 119_999_999);
    const seed = individuals.length;
    addIndividual({ kind: 'individual', nit, cui: freeCui(prng, byCui), seed, traits: {} });
  }
  while (byNit.size < INDIVIDUAL_COUNT + COMPANY_COUNT) {
    const nit = freeNit(prng, byNit, 100_000, 119_999_999);
    byNit.set(nit, { kind: 'company', nit, seed: byNit.size, traits: {} });
  }
  return { taxpayers: [...byNit.values()], individuals, byNit, byCui };
}

function freeNit(
  prng: Prng,
  taken: ReadonlyMap<string, unknown>,
  first: number,
  last: number,
): string {
  for (;;) {
    const number = prng.int(first, last);
    const isReserved = number >= RESERVED_NIT_NUMBERS.first && number <= RESERVED_NIT_NUMBERS.last;
    const nit = makeNit(number);
    if (!isReserved && !taken.has(nit)) return nit;
  }
}

function freeCui(prng: Prng, taken: ReadonlyMap<string, unknown>): string {
  for (;;) {
    // Four in ten were registered in the department of Guatemala, as in life.
    const department = prng.chance(0.4) ? 1 : prng.int(1, DEPARTMENT_COUNT);
    const municipality = prng.int(1, municipalityCount(department));
    const number = prng.int(CUI_NUMBERS.first, CUI_NUMBERS.last);
    const cui = makeCui(number, department, municipality);
    if (cui !== undefined && !taken.has(cui)) return cui;
  }
}

let population: Population | undefined;

function everyone(): Population {
  population ??= generate();
  return population;
}

/** Every taxpayer of the simulator, the well-known first among each kind; same on every run. */
export function allTaxpayers(): readonly Taxpayer[] {
  return everyone().taxpayers;
}

/** An individual chosen by a number: who represents a company, for instance. */
export function individualAt(index: number): Individual {
  const { individuals } = everyone();
  const individual = individuals[index % individuals.length];
  if (individual === undefined) throw new RangeError('there are no individuals');
  return individual;
}

/** Takes a NIT with or without hyphen, K in either case. */
export function findByNit(nit: string): Taxpayer | undefined {
  const { byNit } = everyone();
  return byNit.get(nit) ?? byNit.get(normaliseNit(nit));
}

/** Takes a CUI with or without spaces. */
export function findByCui(cui: string): Individual | undefined {
  const { byCui } = everyone();
  return byCui.get(cui) ?? byCui.get(normaliseCui(cui));
}
