import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { isJsonObject } from '@/lib/base/values/json';
import { LANGUAGES } from '@/lib/base/values/language';
import { openApiDocument } from './document';
import { asOpenApi30 } from './version-3-0';

const ORIGIN = 'https://api.pasarela.gt';

describe.each(LANGUAGES)('the document in %s as OpenAPI 3.0', (language) => {
  const document = openApiDocument(language, DEFAULT_LIMITS);
  const older = asOpenApi30(document, ORIGIN);
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  ajv.addSchema(older, 'contract');

  it('has no word that 3.0 does not know', () => {
    const words = new Set<string>();
    visit(older, (node, at) => {
      if (at.includes('/examples/')) return;
      for (const word of ['const', 'prefixItems', 'identifier']) {
        if (word in node) words.add(word);
      }
      if (Array.isArray(node.type) || node.type === 'null') words.add(`type at ${at}`);
      if ('$ref' in node && Object.keys(node).length > 1) words.add(`beside $ref at ${at}`);
    });
    expect([...words]).toEqual([]);
    expect(older.servers).toEqual([expect.objectContaining({ url: ORIGIN })]);
  });

  it('admits every example', () => {
    const wrong: string[] = [];
    let examples = 0;
    visit(older, (node, at) => {
      if (!isJsonObject(node.examples) || node.schema === undefined) return;
      const validate = ajv.getSchema(`contract#${at}/schema`);
      for (const [name, example] of Object.entries(node.examples)) {
        examples += 1;
        if (!validate?.(isJsonObject(example) && example.value)) wrong.push(`${at} ${name}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(examples).toBeGreaterThan(100);
  });

  it('admits null for a record only where 3.1 does', () => {
    const text = JSON.stringify(document.components);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const orNull = `[{"$ref":"#/components/schemas/${name}"},{"type":"null"}]`;
      const uses = text.split(`"#/components/schemas/${name}"`).length - 1;
      if (text.includes(orNull)) expect(text.split(orNull).length - 1, name).toBe(uses);
      expect(schema.nullable).toBeUndefined();
    }
  });
});

/** Calls `see` with every object below a node, and its place as a JSON pointer. */
function visit(
  node: unknown,
  see: (node: Readonly<Record<string, unknown>>, at: string) => void,
  at = '',
): void {
  if (typeof node !== 'object' || node === null) return;
  if (isJsonObject(node)) see(node, at);
  for (const [key, value] of Object.entries(node)) {
    visit(value, see, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}
