import { z } from 'zod';
import {
  catalogRequest,
  catalogRtuRequest,
  renapRequest,
  rtuRequest,
} from '@/lib/contract/requests';
import {
  actividadEconomica,
  afiliacionImpuesto,
  batchRejection,
  caracteristicaEspecial,
  catalogError,
  codigoDescripcion,
  cuiNitResultado,
  domicilioFiscal,
  lookupEnvelope,
  marcaContribuyente,
  obligacionTributaria,
  omisosResultado,
  personaRtu,
  registryError,
  rtuNitsResultado,
  rtuResultado,
  sectorEconomico,
} from '@/lib/contract/results';
import { isJsonObject, type JsonObject } from '@/lib/json';
import type { JsonSchema } from './model';
import type { SchemaTexts } from './texts/texts';

/** Schemas that validate what integrators send, by the name that the document gives them. */
export const requestSchemas = {
  RenapRequest: renapRequest,
  RtuRequest: rtuRequest,
  CatalogRequest: catalogRequest,
  CatalogRtuRequest: catalogRtuRequest,
} as const;

/** Schemas of what they get back. */
export const answerSchemas = {
  LookupEnvelope: lookupEnvelope,
  RtuNitsResultado: rtuNitsResultado,
  BatchRejection: batchRejection,
  RegistryError: registryError,
  CatalogError: catalogError,
  CuiNitResultado: cuiNitResultado,
  OmisosResultado: omisosResultado,
  DomicilioFiscal: domicilioFiscal,
  RtuResultado: rtuResultado,
  PersonaRtu: personaRtu,
  SectorEconomico: sectorEconomico,
  ActividadEconomica: actividadEconomica,
  MarcaContribuyente: marcaContribuyente,
  AfiliacionImpuesto: afiliacionImpuesto,
  ObligacionTributaria: obligacionTributaria,
  CaracteristicaEspecial: caracteristicaEspecial,
  CodigoDescripcion: codigoDescripcion,
} as const;

type NamedSchemas = typeof requestSchemas & typeof answerSchemas;
export type SchemaName = keyof NamedSchemas;
export type FieldOf<Name extends SchemaName> = keyof NamedSchemas[Name]['shape'] & string;

export function refTo(name: SchemaName): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The components of the document, made from the zod schemas, with a note on each field. */
export function componentSchemas(texts: SchemaTexts): Readonly<Record<string, JsonSchema>> {
  const made = { ...convert(requestSchemas, 'input'), ...convert(answerSchemas, 'output') };
  const noted = Object.entries(made).map(([name, schema]) => {
    const { about, fields = {} } = textsOf(texts, name);
    const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
    const described = properties.map(([field, property]) => {
      const note = fields[field];
      const plain = isJsonObject(property) ? property : {};
      return [field, note === undefined ? plain : { ...plain, description: note }];
    });
    return [
      name,
      { ...schema, description: about, properties: Object.fromEntries(described) },
    ] as const;
  });
  return Object.fromEntries(noted);
}

interface AnySchemaTexts {
  readonly about: string;
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

function textsOf(texts: SchemaTexts, name: string): AnySchemaTexts {
  const all: Readonly<Record<string, AnySchemaTexts>> = texts;
  return all[name] ?? { about: '' };
}

/** zod's own JSON Schema is the dialect of OpenAPI 3.1; what only a file of its own needs goes. */
function convert(
  schemas: Readonly<Record<string, z.ZodType>>,
  io: 'input' | 'output',
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: made } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(made).map(([name, { $schema, $id, ...schema }]) => {
      const clean = tidied(schema);
      const whole = isJsonObject(clean) ? clean : {};
      return [name, identified.has(name) ? { ...whole, ...EITHER_IDENTIFIER } : whole];
    }),
  );
}

/** What a refinement says is not in a schema, so it is said here. */
const EITHER_IDENTIFIER = { anyOf: [{ required: ['nit'] }, { required: ['cui'] }] };
const identified: ReadonlySet<string> = new Set(['CatalogRequest', 'CatalogRtuRequest']);

/** `anyOf` with null becomes a list of types, and bounds or patterns that say nothing go. */
function tidied(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidied);
  if (!isJsonObject(node)) return node;
  const { anyOf } = node;
  const nullable = Array.isArray(anyOf) ? nullableOf(anyOf) : undefined;
  const entries = Object.entries(nullable ?? node).filter(([key, value]) => {
    if (key === 'pattern') return node.format === undefined && nullable?.format === undefined;
    return !(key === 'propertyNames' || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(entries.map(([key, value]) => [key, tidied(value)]));
}

/** One schema of a plain type or null, as a schema of both types. */
function nullableOf(anyOf: readonly unknown[]): JsonObject | undefined {
  const [first, second] = anyOf;
  if (anyOf.length !== 2 || !isJsonObject(first) || !isJsonObject(second)) return undefined;
  if (second.type !== 'null' || typeof first.type !== 'string') return undefined;
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, type: [first.type, 'null'], ...values };
}
