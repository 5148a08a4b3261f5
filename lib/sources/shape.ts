import { isJsonObject, type JsonObject } from '@/lib/base/values/json';

/** Fields of a record by the source's names, each with those inside it. */
export type Fields = ReadonlyMap<string, Field>;

interface Field {
  /** Such as `persona.dpi`. */
  readonly path: string;
  readonly fields?: Fields;
}

/** The records of an answer, one for each taxpayer. */
export interface Content {
  readonly records: readonly JsonObject[];
  /** Absent if the record is passed on as it is, whatever its fields. */
  readonly fields?: Fields;
}

/** Makes fields that have nothing inside. */
export function fieldsNamed(...names: readonly string[]): Fields {
  return new Map(names.map((name) => [name, { path: name }]));
}

/** Treatments of a field by its adapter. */
export const TREATMENTS = ['read', 'passed_on', 'unknown'] as const;
export type Treatment = (typeof TREATMENTS)[number];

/** Called for a field that has a value. */
type See = (path: string, treatment: Treatment) => void;

/** Names that no adapter knows are shown and stored only if they cannot hold data of a person. */
export const SHOWN_NAME = /^(?!__|.*\d{4})[\p{L}_][\p{L}\d_ -]{0,59}$/u;
const OTHER_NAME = 'other';

/**
 * Visits the fields of a record that have a value, each group before what it contains. Fields of a
 * list's objects are visited for each object.
 */
export function visitFields(record: JsonObject, fields: Fields | undefined, see: See, prefix = '') {
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (isAbsent(value)) continue;
    const field = fields?.get(name);
    const path = field?.path ?? prefix + (SHOWN_NAME.test(name) ? name : OTHER_NAME);
    see(path, fields === undefined ? 'passed_on' : field === undefined ? 'unknown' : 'read');
    const within = field?.fields;
    if (within === undefined) continue;
    for (const inner of Array.isArray(value) ? value : [value]) {
      if (isJsonObject(inner)) visitFields(inner, within, see, `${path}.`);
    }
  }
}

function isAbsent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return typeof value === 'string' ? value.trim() === '' : (value ?? null) === null;
}

/** Names of the fields of an answer, by what became of them. */
export interface Shape {
  readonly read: readonly string[];
  readonly unreadable: readonly string[];
  readonly unknown: readonly string[];
  /** Fields that the adapter reads, of groups that have a value. */
  readonly absent: readonly string[];
}

/** Sorts the fields of an answer, of which some could not be read. */
export function shapeOf(
  { records, fields = new Map() }: Content,
  unreadable: readonly string[],
): Shape {
  const known = new Set<string>();
  const unknown = new Set<string>();
  for (const record of records) {
    visitFields(record, fields.size > 0 ? fields : undefined, (path, treatment) =>
      (treatment === 'unknown' ? unknown : known).add(path),
    );
  }
  const read = [...known].filter((path) => !unreadable.includes(path));
  const absent = absentIn(fields, new Set([...known, ...unreadable]));
  return { read, unreadable, unknown: [...unknown], absent };
}

function absentIn(fields: Fields, present: ReadonlySet<string>): string[] {
  return [...fields.values()].flatMap(({ path, fields: within = new Map() }) =>
    present.has(path) ? absentIn(within, present) : [path],
  );
}
