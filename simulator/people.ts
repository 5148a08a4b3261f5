import { groupCui, normaliseCui, normaliseNit } from './identifiers';
import stored from './people.json' with { type: 'json' };
import { reservedIdentifiers } from './reserved';
import { wellKnown } from './well-known';
import { type JsonObject, LOOKUPS, type Lookup, recordOf } from './wire';

/** One taxpayer in the sources: a well-known person, or one for a reserved identifier. */
export interface Person {
  readonly nit: string;
  /** Details of an individual. */
  readonly cui: string | undefined;
  readonly records: Readonly<Record<Lookup, JsonObject>>;
  /** When the source's own copy was made. */
  readonly copiedAt: string;
}

type Stored = Partial<Record<Lookup, JsonObject>> & { readonly copiedAt: string };

const { reserved: template, ...known }: Readonly<Record<string, Stored>> & { reserved: Stored } =
  stored;

function personOf(nit: string, cui: string | undefined, { copiedAt, ...records }: Stored): Person {
  // A lookup that nobody has a record of yet answers with the identifiers alone.
  const plain = { nit, cui: cui ?? null };
  return { nit, cui, copiedAt, records: recordOf(LOOKUPS, (lookup) => records[lookup] ?? plain) };
}

/** Everybody with a reserved identifier has the same records but for the identifiers. */
function reservedPerson({ nit, cui }: { nit: string; cui: string }): Person {
  const text = JSON.stringify(template)
    .replaceAll('"NIT"', `"${nit}"`)
    .replaceAll('"GROUPED_CUI"', `"${groupCui(cui)}"`)
    .replaceAll('"CUI"', `"${cui}"`);
  return personOf(nit, cui, JSON.parse(text));
}

export const people: readonly Person[] = [
  ...Object.entries(wellKnown).flatMap(([name, who]) => {
    const records = known[name];
    return records ? [personOf(who.nit, 'cui' in who ? who.cui : undefined, records)] : [];
  }),
  ...reservedIdentifiers.map(reservedPerson),
];

const byNit = new Map(people.map((person) => [person.nit, person]));
const byCui = new Map(people.map((person) => [person.cui, person]));

/** Takes a NIT with or without hyphen, K in either case. */
export function findByNit(nit: string): Person | undefined {
  return byNit.get(nit) ?? byNit.get(normaliseNit(nit));
}

/** Takes a CUI with or without spaces. */
export function findByCui(cui: string): Person | undefined {
  return byCui.get(cui) ?? byCui.get(normaliseCui(cui));
}
