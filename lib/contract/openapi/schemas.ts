import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { Language } from '@/lib/base/values/language';
import type { DocumentedSchemas } from '@/lib/contract/document-schema';
import { envelopeSchemas } from '@/lib/contract/envelopes';
import { codedValueSchemas } from '@/lib/contract/fields';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
export type JsonSchema = Readonly<Record<string, unknown>>;

const requestSchemas = mergeSchemas(LOOKUPS, 'requestSchemas');

/** The shared schemas, then the records in the order of their lookups' names. */
const answerSchemas: DocumentedSchemas = {
  ...envelopeSchemas,
  ...mergeSchemas([...LOOKUPS].sort(), 'recordSchemas'),
  ...codedValueSchemas,
};

function mergeSchemas(lookups: readonly Lookup[], which: 'requestSchemas' | 'recordSchemas') {
  const entries = lookups.flatMap((lookup) => Object.entries(lookupFacts[lookup][which]));
  return Object.fromEntries(entries);
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Makes the components of the document from the zod schemas and their texts. */
export function componentSchemas(language: Language): Readonly<Record<string, JsonSchema>> {
  return {
    ...convert(requestSchemas, 'input', language),
    ...convert(answerSchemas, 'output', language),
  };
}

/** Converts with zod, whose JSON Schema is the dialect of OpenAPI 3.1. */
function convert(
  schemas: DocumentedSchemas,
  io: 'input' | 'output',
  language: Language,
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: converted } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { about, fields, oneNeeded }]) => {
      const { $schema, $id, ...schema } = jsonObject(tidy(converted[name]));
      const properties = Object.fromEntries(
        Object.entries(jsonObject(schema.properties)).map(([field, property]) => {
          const note = fields[field]?.[language];
          return [field, { ...jsonObject(property), ...(note && { description: note }) }];
        }),
      );
      // Generators take a branch for the whole request, so each has all fields.
      const branches = oneNeeded?.map((field) => ({
        type: 'object',
        properties,
        required: [field],
      }));
      const anyOf = branches && { anyOf: branches };
      return [name, { ...schema, ...anyOf, description: about[language], properties }];
    }),
  );
}

function jsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Writes `anyOf` with null as a list of types. Removes bounds and patterns without effect. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (!isJsonObject(node)) return node;
  const { anyOf } = node;
  const nullable = Array.isArray(anyOf) ? nullableOf(anyOf) : undefined;
  const entries = Object.entries(nullable ?? node).filter(([key, value]) => {
    if (key === 'pattern') return node.format === undefined && nullable?.format === undefined;
    return !(key === 'propertyNames' || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)]));
}

/**
 * Merges `anyOf` of a plain type and null into one schema with both types. An enumeration stays as
 * it is, because generators do not read null among its values.
 */
function nullableOf(anyOf: readonly unknown[]): JsonObject | undefined {
  const [first, second] = anyOf;
  if (anyOf.length !== 2 || !isJsonObject(first) || !isJsonObject(second)) return undefined;
  if (second.type !== 'null' || typeof first.type !== 'string') return undefined;
  if (first.enum !== undefined) return undefined;
  return { ...first, type: [first.type, 'null'] };
}
