import { type Language, numberWord } from '@/lib/base/values/language';
import { recordOf } from '@/lib/base/values/record';
import type { Family } from '@/lib/contract/families';
import type { LookupFacts as Facts, RequestBody } from '@/lib/contract/lookup-types';
import { cuiNit } from './cui-nit';
import { omisos } from './omisos';
import { renap } from './renap';
import { rtu } from './rtu';
import { rtuV2 } from './rtu-v2';

/** Every lookup, in the order of documents and console. */
const declarations = [renap, rtu, cuiNit, rtuV2, omisos] as const;

export type Lookup = (typeof declarations)[number]['name'];
export type Flag = (typeof declarations)[number]['flag'];
export type Flags = Readonly<Record<Flag, boolean>>;
export type LookupFacts = Facts<Lookup, Flag>;

export const LOOKUPS: readonly Lookup[] = declarations.map(({ name }) => name);
export const FLAGS: readonly Flag[] = declarations.map(({ flag }) => flag);

export function byLookup<Value>(of: (lookup: Lookup) => Value) {
  return recordOf(LOOKUPS, of);
}

export const lookupFacts = byLookup(factsOf);

function factsOf(lookup: Lookup): LookupFacts {
  const facts = declarations.find(({ name }) => name === lookup);
  if (facts === undefined) throw new Error(`No lookup is named ${lookup}.`);
  return facts;
}

export function lookupsOf(family: Family): Lookup[] {
  return LOOKUPS.filter((lookup) => lookupFacts[lookup].family === family);
}

/** The lookups that are charged to the prepaid balance. */
export const BILLED_LOOKUPS: readonly Lookup[] = LOOKUPS.filter((name) => lookupFacts[name].billed);

/** The others, whose answers are passed on unread. */
export const REGISTRIES: readonly Lookup[] = LOOKUPS.filter((name) => !lookupFacts[name].billed);

/** Counts the lookups, in words for running text. */
export function countsIn(language: Language) {
  const word = (lookups: readonly Lookup[]) => numberWord(lookups.length, language);
  return { lookups: word(LOOKUPS), registries: word(REGISTRIES), catalogs: word(BILLED_LOOKUPS) };
}

/** Lists the titles of registries and of catalogs, for running text. */
export function namesIn(language: Language) {
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
  const names = (billed: boolean) =>
    list.format(
      declarations.filter((one) => one.billed === billed).map(({ title }) => title[language]),
    );
  return { registryNames: names(false), catalogNames: names(true) };
}

export function isLookup(text: string): text is Lookup {
  return Object.hasOwn(lookupFacts, text);
}

/** Returns the title of a recorded lookup; a name that is no longer known stays. */
export function titleOf(lookup: string, language: Language): string {
  return isLookup(lookup) ? lookupFacts[lookup].title[language] : lookup;
}

/** Adds the path, as headings, forms and mails do: `RTU completo (/catalogos/rtu)`. */
export function titleAndPath(lookup: string, language: Language): string {
  const title = titleOf(lookup, language);
  return isLookup(lookup) ? `${title} (${lookupFacts[lookup].path})` : title;
}

export function isFlag(text: string): text is Flag {
  return FLAGS.some((flag) => flag === text);
}

export function lookupOfFlag(flag: Flag): Lookup {
  const facts = declarations.find((one) => one.flag === flag);
  if (facts === undefined) throw new Error(`No lookup has the flag ${flag}.`);
  return facts.name;
}

/** Returns whether the source of a lookup may need the date of birth. */
export function takesBirthDate(lookup: Lookup): boolean {
  const { request, requestSchemas } = lookupFacts[lookup];
  return requestSchemas[request]?.fields.date_of_birth !== undefined;
}

/** A request that the documentation shows: its path and JSON body. */
export interface Question {
  readonly path: string;
  readonly body: RequestBody;
}

/** Returns the request that a lookup's code samples send. */
export function firstQuestion(lookup: Lookup): Question {
  const { path, questions } = lookupFacts[lookup];
  return { path, body: Object.values(questions)[0]?.value ?? {} };
}

export function firstAnswer(lookup: Lookup): unknown {
  return Object.values(lookupFacts[lookup].answers)[0]?.value;
}
