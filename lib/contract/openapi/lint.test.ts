import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ruleset, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { LANGUAGES } from '@/lib/base/values/language';
import { sourceProtocol } from '@/testing/source-protocol';
import { openApiDocument } from './document';
import { asOpenApi30 } from './version-3-0';

const PATIENCE_MS = 30_000;

/** Both linters with their recommended rules, none switched off; warnings count as failures. */

async function redocly(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

async function spectral(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const problems = await linter.run(JSON.parse(JSON.stringify(document)));
  return problems.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}

describe.each([
  ['Redocly', redocly],
  ['Spectral', spectral],
] as const)('by the recommended rules of %s', (_name, lint) => {
  it.each(LANGUAGES)(
    'the document in %s is clean',
    async (language) => {
      expect(await lint(openApiDocument(language, DEFAULT_LIMITS))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it.each(LANGUAGES)(
    'the document in %s as OpenAPI 3.0 is clean',
    async (language) => {
      const document = openApiDocument(language, DEFAULT_LIMITS);
      expect(await lint(asOpenApi30(document, 'https://api.pasarela.gt'))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'the document of the protocol towards sources is clean',
    async () => {
      expect(await lint(sourceProtocol())).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'a document with a dangling reference is not',
    async () => {
      const { components, ...rest } = openApiDocument('es', DEFAULT_LIMITS);
      const headers = {};
      expect(await lint({ ...rest, components: { ...components, headers } })).not.toEqual([]);
    },
    PATIENCE_MS,
  );
});
