import { BEHAVIOURS, type Behaviour, lookupsOf } from './behaviours';
import { makeCui, makeNit, normaliseCui, normaliseNit } from './identifiers';
import type { Lookup, SourceRequest } from './wire';

/** An identifier that makes the sources behave in one particular way. */
export interface ReservedIdentifier {
  id: Behaviour;
  nit: string;
  cui: string;
  behaviour: Behaviour;
  /** Where the behaviour shows; elsewhere the identifier belongs to an ordinary individual. */
  lookups: readonly Lookup[];
  description: string;
}

/** Last three digits of the numbers; a status has its own, so that it is easy to remember. */
const NUMBERS: Record<Behaviour, number> = {
  'status-201': 201,
  'status-204': 204,
  'status-400': 400,
  'status-401': 401,
  'status-402': 402,
  'status-403': 403,
  'status-404': 404,
  'status-422': 422,
  'status-429': 429,
  'status-500': 500,
  'status-503': 503,
  'not-successful': 10,
  empty: 11,
  'empty-data': 12,
  nulls: 13,
  'wrong-types': 14,
  hostile: 15,
  'deep-nesting': 16,
  slow: 20,
  hang: 21,
  trickle: 22,
  reset: 23,
  truncated: 24,
  'not-json': 30,
  'json-array': 31,
  'limit-size': 32,
  oversized: 33,
  'oversized-chunked': 34,
  'gzip-bomb': 35,
  gzip: 36,
  redirect: 37,
  'needs-birth-date': 40,
  'renap-error-code': 50,
  'renap-missing-fields': 51,
  'renap-text-code': 52,
  'renap-fraction-code': 53,
  'registros-missing': 60,
  'registros-not-array': 61,
};

const NIT_BLOCK = 9_900_000;
const CUI_BLOCK = 99_000_000;
/** Added until the check digit exists: one number in eleven has none. */
const CUI_STEP = 10_000;

/** Birth date of every reserved individual; `needs-birth-date` asks for it. */
export const RESERVED_BIRTH_DATE = '1985-03-14';

function reservedCui(number: number): string {
  for (let candidate = CUI_BLOCK + number; ; candidate += CUI_STEP) {
    const cui = makeCui(candidate, 1, 1);
    if (cui !== undefined) return cui;
  }
}

function isBehaviour(name: string): name is Behaviour {
  return Object.hasOwn(BEHAVIOURS, name);
}

/** NITs 9900nnn-c and CUIs 99?0 0nnn c 0101, with right check digits; nobody else has them. */
export const reservedIdentifiers: readonly ReservedIdentifier[] = Object.keys(BEHAVIOURS)
  .filter(isBehaviour)
  .map((behaviour) => ({
    id: behaviour,
    nit: makeNit(NIT_BLOCK + NUMBERS[behaviour]),
    cui: reservedCui(NUMBERS[behaviour]),
    behaviour,
    lookups: lookupsOf(behaviour),
    description: BEHAVIOURS[behaviour].description,
  }));

/** The reserved identifier of one behaviour. */
export function reserved(behaviour: Behaviour): ReservedIdentifier {
  const entry = reservedIdentifiers.find((one) => one.behaviour === behaviour);
  if (entry === undefined) throw new RangeError(`nothing is reserved for ${behaviour}`);
  return entry;
}

const byNit = new Map(reservedIdentifiers.map((entry) => [entry.nit, entry]));
const byCui = new Map(reservedIdentifiers.map((entry) => [entry.cui, entry]));

/** What the identifiers of a request ask for; in a batch the first reserved NIT decides. */
export function reservedBehaviour(lookup: Lookup, request: SourceRequest): Behaviour | undefined {
  const entries =
    lookup === 'rtu'
      ? request.nits.map((nit) => byNit.get(normaliseNit(nit)))
      : [byNit.get(normaliseNit(request.nit ?? '')), byCui.get(normaliseCui(request.cui ?? ''))];
  return entries.find((entry) => entry?.lookups.includes(lookup))?.behaviour;
}
