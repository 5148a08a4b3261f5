import { findByNit } from './people';
import { wellKnown } from './well-known';
import type { Json, JsonObject, Lookup } from './wire';

/** Returns a full ordinary record, from which the odd ones are made. */
function template(lookup: Lookup): JsonObject {
  const person = findByNit(wellKnown.defaulter.nit);
  if (person === undefined) throw new Error('the template person is missing');
  return person.records[lookup];
}

/** Rebuilds a record, its leaves and lists through `leaf` and `list`. */
interface Changes {
  leaf(value: null | boolean | number | string): Json;
  list(items: Json[], key: string): Json;
  object(fields: JsonObject, original: JsonObject): Json;
}

function changed(value: Json, changes: Changes, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, changes));
    return changes.list(items, key);
  }
  if (typeof value !== 'object' || value === null) return changes.leaf(value);
  const fields: JsonObject = {};
  for (const [name, field] of Object.entries(value)) fields[name] = changed(field, changes, name);
  return changes.object(fields, value);
}

const NULLING: Changes = { leaf: () => null, list: (items) => items, object: (fields) => fields };

function wrongLeaf(value: null | boolean | number | string): Json {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return { valor: value };
  return value === null ? false : 'quizás';
}

const isCoded = (record: JsonObject) => Object.keys(record).sort().join() === 'codigo,descripcion';

const TWISTING: Changes = {
  leaf: wrongLeaf,
  list: (items, key) => {
    // The opaque lists are not lists; the others hold elements that are not records.
    if (key === 'establecimientos' || key === 'representantes') return { lista: 'no' };
    return [17, null, true, ['anidada'], ...items];
  },
  // A coded value is neither an object nor a text.
  object: (fields, original) => (isCoded(original) ? 7 : fields),
};

/** Placeholders, for what `JSON.stringify` cannot write. */
const HUGE = '@@HUGE@@';
const LONG_INTEGER = '@@LONG@@';
const PROTO = '@@PROTO@@';
const DEEP = '@@DEEP@@';

const HOSTILE_TEXTS = [
  '<script>alert("pasarela")</script>',
  "'; DROP TABLE consultas; --",
  'nulo\u0000escape\u001b[31mrojo',
  'sustituto suelto \ud800 final',
  'invertido \u202e ogitap \u202c',
  '   ',
  'A'.repeat(20_000),
  '=HYPERLINK("http://example.com","NIT")',
  '{{7*7}} $' + '{7*7} %s %n',
  '👩🏽‍⚕️ ñandú e\u0301',
];
const HOSTILE_NUMBERS: readonly Json[] = [HUGE, -1, 0.1, LONG_INTEGER];

function hostileChanges(): Changes {
  let drawn = 0;
  const next = (items: readonly Json[]) => items[drawn++ % items.length] ?? null;
  return {
    leaf: (value) => {
      if (typeof value === 'string') return next(HOSTILE_TEXTS);
      return typeof value === 'number' ? next(HOSTILE_NUMBERS) : value;
    },
    list: (items) => [...items, { [PROTO]: { esAdmin: true }, constructor: 'no' }],
    object: (fields) => ({ ...fields, [PROTO]: { esAdmin: true }, toString: 'no' }),
  };
}

const DEPTH = 100_000;

function deepRecord(lookup: Lookup): JsonObject {
  const record = template(lookup);
  if (lookup === 'omisos') return { ...record, establecimientos: [DEEP] };
  return lookup === 'rtu-v2'
    ? { ...record, empresa: { socios: DEEP } }
    : { ...record, anexo: DEEP };
}

export type OddRecord = 'nulls' | 'wrong-types' | 'hostile' | 'deep-nesting';

const MAKERS: Record<OddRecord, (lookup: Lookup) => string> = {
  nulls: (lookup) => JSON.stringify(changed(template(lookup), NULLING)),
  'wrong-types': (lookup) => JSON.stringify(changed(template(lookup), TWISTING)),
  hostile: (lookup) =>
    JSON.stringify(changed(template(lookup), hostileChanges()))
      .replaceAll(`"${HUGE}"`, '1e400')
      .replaceAll(`"${LONG_INTEGER}"`, '12345678901234567890')
      .replaceAll(PROTO, '__proto__'),
  'deep-nesting': (lookup) =>
    JSON.stringify(deepRecord(lookup)).replace(`"${DEEP}"`, '['.repeat(DEPTH) + ']'.repeat(DEPTH)),
};

const made = new Map<string, string>();

/** Returns the JSON text of an odd record, made once per lookup. */
export function oddRecord(kind: OddRecord, lookup: Lookup): string {
  const key = `${kind} ${lookup}`;
  const text = made.get(key) ?? MAKERS[kind](lookup);
  made.set(key, text);
  return text;
}
