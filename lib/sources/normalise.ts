import { z } from 'zod';
import type { JsonObject } from '@/lib/base/values/json';
import { recordOf } from '@/lib/base/values/record';
import * as fields from '@/lib/contract/fields';
import * as read from './read';
import type { Fields } from './shape';

type Type = z.core.$ZodType;
type Reader = read.Reader<unknown>;

/** Readers of the field types that records share. */
const readers = new Map<Type | undefined, Reader>([
  [fields.text, read.text],
  [fields.flag, read.boolean],
  [fields.numberCode, read.numberCode],
  [fields.calendarDate, read.calendarDate],
  [fields.texts, read.texts],
  [fields.opaqueObject, read.opaqueObject],
  [fields.opaqueList, read.opaqueList],
  [fields.codigoDescripcion, read.codedValue],
]);

/** Readers by the path of a field, such as `persona.dpi`, instead of those of the field's type. */
type Exceptions = Readonly<Record<string, Reader>>;

/**
 * Makes the function that turns any JSON object of a source into a record of the schema. Its
 * `fields` are those that it reads.
 */
export function normaliserOf<Shape extends z.core.$ZodShape>(
  schema: z.ZodObject<Shape>,
  exceptions: Exceptions = {},
) {
  const normalise = recordReader(schema, exceptions, '') as (
    value: JsonObject,
    unreadable?: read.Unreadable,
  ) => z.infer<z.ZodObject<Shape>>;
  return Object.assign(normalise, { fields: fieldsIn(schema, exceptions, '') });
}

function fieldsIn({ shape }: z.ZodObject, exceptions: Exceptions, path: string): Fields {
  const names = Object.keys(shape).filter(
    (name) => exceptions[`${path}${name}`] !== read.notReported,
  );
  return new Map(
    names.map((name) => {
      const place = `${path}${name}`;
      const group = place in exceptions ? undefined : groupOf(shape[name]);
      const fields = group && fieldsIn(group, exceptions, `${place}.`);
      return [read.snakeCase(name), { path: read.snakeCase(place), ...(fields && { fields }) }];
    }),
  );
}

/** Returns the object that a type is, may be, or lists. Coded values are fields. */
function groupOf(type: Type | undefined): z.ZodObject | undefined {
  if (readers.has(type)) return undefined;
  if (type instanceof z.ZodNullable) return groupOf(type.unwrap());
  if (type instanceof z.ZodArray) return groupOf(type.element);
  return type instanceof z.ZodObject ? type : undefined;
}

function recordReader({ shape }: z.ZodObject, exceptions: Exceptions, path: string) {
  const readers = recordOf(Object.keys(shape), (name) => {
    const place = `${path}${name}`;
    return exceptions[place] ?? readerOf(shape[name], exceptions, `${place}.`);
  });
  return read.record(readers);
}

function readerOf(type: Type | undefined, exceptions: Exceptions, path: string): Reader {
  const objectIn = (inner: z.ZodObject) => recordReader(inner, exceptions, path);
  const reader = readers.get(type);
  if (reader !== undefined) return reader;
  if (type instanceof z.ZodObject) return read.objectOf(objectIn(type));
  const inner = type instanceof z.ZodNullable ? type.unwrap() : undefined;
  if (inner instanceof z.ZodObject) return read.objectOrNull(objectIn(inner));
  if (inner instanceof z.ZodEnum) return read.oneOf(...inner.options.map(String));
  if (type instanceof z.ZodArray && type.element instanceof z.ZodObject) {
    return read.objects(objectIn(type.element));
  }
  throw new Error(`No reader for the type of ${path}`);
}
