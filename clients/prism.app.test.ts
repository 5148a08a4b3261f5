import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { asOpenApi30 } from '@/lib/contract/openapi/version-3-0';
import { sandboxRows } from '@/lib/contract/sandbox';
import { PLENTY } from '@/testing/app-setup';
import { sharedDeployment, startConformanceHarness } from '@/testing/conformance';
import { createTestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import { generators, provideGenerators } from './provide-generators';

/**
 * Lets Prism, a validating proxy, compare every answer of the sandbox and of a whole conformance run with
 * the document.
 */

const document = openApiDocument('en', PLENTY);
const LONG = ['hang', 'trickle', 'deep-nesting', 'oversized', 'oversized-chunked', 'gzip-bomb'];
const violations = /"location":\["response"/;
const harness = await startConformanceHarness();
let folder: string;

type Problems = readonly string[];

/** Asks through Prism; returns what it reports of the answers. */
async function reported(
  source: object,
  askAt: (url: string) => Promise<Problems> = askAll,
): Promise<Problems> {
  const port = await freePort();
  const file = join(folder, `${port}.json`);
  await writeFile(file, JSON.stringify(source));
  const program = join(generators, 'node_modules/.bin/prism');
  const args = ['proxy', file, inject('appUrl'), '-p', `${port}`, '--validate-request=false'];
  const prism = spawn(program, args, { stdio: 'ignore' });
  try {
    const url = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await expect.poll(isUp).toBe(true);
    return await askAt(url);
  } finally {
    prism.kill();
  }
}

async function askAll(url: string): Promise<string[]> {
  const switches = { receipts_enabled: true };
  const { nombre, token } = await createTestIntegration(inject('parts').url, { switches });
  const json = { 'content-type': 'application/json' };
  const headers = { ...json, 'x-integracion-login': nombre, 'x-integracion-token': token };
  const problems: string[] = [];
  for (const lookup of LOOKUPS) {
    const { path, bodyFor } = lookupFacts[lookup];
    const bodies = sandboxRows.filter(({ id }) => !LONG.includes(id)).map(bodyFor);
    for (const body of [...bodies.filter((one) => one !== undefined), {}, '{', null]) {
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      const credentials = body === null ? json : headers;
      const answer = await fetch(url + path, { method: 'POST', headers: credentials, body: sent });
      await answer.text();
      const told = answer.headers.get('sl-violations') ?? '';
      if (violations.test(told)) problems.push(`${path} ${sent} ${answer.status} ${told}`);
    }
  }
  return problems;
}

/** Runs every conformance check. Prism itself answers what no operation is for, which is not judged. */
async function conformAt(url: string): Promise<Problems> {
  const { conform } = await sharedDeployment(harness, url);
  const problems: string[] = [];
  let asked = 0;
  await conform({}, ({ headers, status }, { path, body }) => {
    asked += 1;
    const told = headers['sl-violations'] ?? '';
    if (violations.test(told)) problems.push(`${path} ${body} ${status} ${told}`);
    return undefined;
  });
  expect(asked).toBeGreaterThan(300);
  return problems;
}

describe.runIf(everything)('Prism', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-prism-'));
    await provideGenerators();
  }, 300_000);

  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['3.1', document],
    ['3.0', asOpenApi30(document, 'https://api.pasarela.gt')],
  ])('reports nothing of any answer as OpenAPI %s', async (_version, source) => {
    expect(await reported(source)).toEqual([]);
  });

  it.each([
    ['3.1', document],
    ['3.0', asOpenApi30(document, 'https://api.pasarela.gt')],
  ])('reports nothing of a conformance run as OpenAPI %s', async (_version, source) => {
    expect(await reported(source, conformAt)).toEqual([]);
  });

  it('reports an answer that the document does not allow', async () => {
    const { components } = document;
    const CatalogError = { type: 'object', required: ['other'] };
    const schemas: OpenApiDocument['components']['schemas'] = {
      ...components.schemas,
      CatalogError,
    };
    const changed = { ...document, components: { ...components, schemas } };
    for (const askAt of [askAll, conformAt]) {
      expect((await reported(changed, askAt)).length).toBeGreaterThan(10);
    }
  });
});
