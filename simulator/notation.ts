import type { Prng } from './prng';
import type { Json, JsonObject } from './wire';

/** How one record writes its values. The wire format allows several writings of each. */
export interface Notation {
  flag(value: boolean | null): Json;
  coded(code: number, description: string): Json;
  number(value: number): Json;
  /** From `YYYY-MM-DD`. */
  date(iso: string): string;
}

export type NotationName = 'plain' | 'letters' | 'digits' | 'words';

const pair = (codigo: number | string, descripcion: string): JsonObject => ({
  codigo,
  descripcion,
});
const flagAs = (yes: Json, no: Json) => (value: boolean | null) =>
  value === null ? null : value ? yes : no;
const reversed = (iso: string, mark: string) => iso.split('-').reverse().join(mark);

const NOTATIONS: Record<NotationName, Notation> = {
  plain: { flag: (value) => value, coded: pair, number: (value) => value, date: (iso) => iso },
  letters: {
    flag: flagAs('S', 'N'),
    coded: (code, description) => pair(String(code).padStart(3, '0'), description),
    number: String,
    date: (iso) => reversed(iso, '/'),
  },
  digits: {
    flag: flagAs(1, 0),
    coded: pair,
    number: (value) => value,
    date: (iso) => reversed(iso, '-'),
  },
  words: {
    flag: flagAs('Sí', 'No'),
    // Even codes lose theirs: a bare text is the other allowed writing of a coded value.
    coded: (code, description) => (code % 2 === 0 ? description : pair(String(code), description)),
    number: String,
    date: (iso) => `${iso}T00:00:00.000-06:00`,
  },
};

export function notationNamed(name: NotationName): Notation {
  return NOTATIONS[name];
}

/** Leaves out or nulls about a third of the fields, at every depth. */
export function thinned(record: JsonObject, prng: Prng): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of Object.entries(record)) {
    if (prng.chance(0.17)) continue;
    kept[key] = prng.chance(0.2) ? null : thinnedValue(value, prng);
  }
  return kept;
}

function thinnedValue(value: Json, prng: Prng): Json {
  if (Array.isArray(value)) return value.map((item) => thinnedValue(item, prng));
  return typeof value === 'object' && value !== null ? thinned(value, prng) : value;
}
