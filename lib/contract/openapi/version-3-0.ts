import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { OpenApiDocument } from './document';
import { refTo } from './schemas';

/** Members that hold examples and values, which may look like schemas. */
const OPAQUE = new Set(['example', 'examples', 'default', 'enum']);

/**
 * Rewrites the document as OpenAPI 3.0, for tools that do not read 3.1. They import it as a file, so
 * its server is the deployment's origin.
 */
export function asOpenApi30(document: OpenApiDocument, origin: string) {
  const { info, servers, paths, components, ...rest } = document;
  const { summary: _, license, ...kept } = info;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    // In 3.0 a reference cannot be null, so the schema that it names can.
    const isNullable = JSON.stringify(components).includes(
      JSON.stringify(orNull(name)).slice(1, -1),
    );
    return [name, { ...schema, ...(isNullable && { nullable: true }) }];
  });
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...kept, license: { name: license.name, url: `${origin}/docs` } },
    servers: servers.map((server) => ({ ...server, url: origin })),
    paths: rewritten(paths),
    components: rewritten({ ...components, schemas: Object.fromEntries(schemas) }),
  };
}

function orNull(name: string) {
  return { anyOf: [refTo(name), { type: 'null' }] };
}

function rewritten(node: unknown, isFieldMap = false): unknown {
  if (Array.isArray(node)) return node.map((member) => rewritten(member));
  if (!isJsonObject(node)) return node;
  const entries = Object.entries(isFieldMap ? node : schemaOf30(node)).map(([key, value]) => {
    const isOpaque = !isFieldMap && OPAQUE.has(key);
    return [key, isOpaque ? value : rewritten(value, !isFieldMap && key === 'properties')];
  });
  return Object.fromEntries(entries);
}

/** Writes what 3.0 has no words for: null as a type, lists of types, `const`, texts beside `$ref`. */
function schemaOf30({ type, const: only, anyOf, ...rest }: JsonObject): JsonObject {
  if (only !== undefined) return { type, enum: [only], ...rest };
  if (type === 'null') return { type: 'object', nullable: true, enum: [null], ...rest };
  if (Array.isArray(type)) return { ...typesOf30(type), ...rest };
  if (!Array.isArray(anyOf))
    return withoutSiblings({ ...(type !== undefined && { type }), ...rest });
  const [first, ...others] = anyOf;
  if (others.length !== 1 || !isJsonObject(first) || others[0]?.type !== 'null') {
    return { ...(type !== undefined && { type }), anyOf, ...rest };
  }
  if (first.$ref !== undefined) return withoutSiblings({ ...first, ...rest });
  const values = Array.isArray(first.enum) && { enum: [...first.enum, null] };
  return { ...first, nullable: true, ...values, ...rest };
}

function typesOf30(types: readonly unknown[]): JsonObject {
  const known = types.filter((one) => one !== 'null');
  const nullable = known.length < types.length ? { nullable: true } : {};
  const [only, ...others] = known.map((one) => ({ type: one, ...nullable }));
  return others.length === 0 ? { ...only } : { anyOf: [only, ...others] };
}

/** In 3.0 everything beside a `$ref` is ignored. */
function withoutSiblings(node: JsonObject): JsonObject {
  const { $ref, ...rest } = node;
  return $ref === undefined || Object.keys(rest).length === 0
    ? node
    : { allOf: [{ $ref }], ...rest };
}
