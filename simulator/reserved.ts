import { BEHAVIOUR_NAMES, BEHAVIOURS, type Behaviour } from './behaviours';
import { makeCui, makeNit, normaliseCui, normaliseNit } from './identifiers';
import type { Lookup, SourceRequest } from './wire';

/** An identifier that makes the sources behave in one particular way. */
export interface ReservedIdentifier {
  id: Behaviour;
  nit: string;
  cui: string;
}

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

/** NITs 9900nnn-c and CUIs 99?0 0nnn c 0101, with right check digits; nobody else has them. */
export const reservedIdentifiers: readonly ReservedIdentifier[] = BEHAVIOUR_NAMES.map((id) => {
  const { number } = BEHAVIOURS[id];
  return { id, nit: makeNit(NIT_BLOCK + number), cui: reservedCui(number) };
});

/** The reserved identifier of one behaviour. */
export function reserved(behaviour: Behaviour): ReservedIdentifier {
  const entry = reservedIdentifiers.find(({ id }) => id === behaviour);
  if (entry === undefined) throw new RangeError(`nothing is reserved for ${behaviour}`);
  return entry;
}

const byNit = new Map(reservedIdentifiers.map(({ nit, id }) => [nit, id]));
const byCui = new Map(reservedIdentifiers.map(({ cui, id }) => [cui, id]));

/** Behaviour that a request's identifiers select; in a batch the first reserved NIT decides. */
export function reservedBehaviour(lookup: Lookup, request: SourceRequest): Behaviour | undefined {
  const { nit = '', cui = '', nits } = request;
  const asked =
    lookup === 'rtu'
      ? nits.map((one) => byNit.get(normaliseNit(one)))
      : [byNit.get(normaliseNit(nit)), byCui.get(normaliseCui(cui))];
  return asked.find((id) => id !== undefined && BEHAVIOURS[id].lookups.includes(lookup));
}
