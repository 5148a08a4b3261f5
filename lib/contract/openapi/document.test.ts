import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { LANGUAGES } from '@/lib/base/values/language';
import { failureBody } from '@/lib/contract/envelopes';
import { FAILURES, failureAnswers } from '@/lib/contract/failures';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { REVISION, REVISIONS } from '@/lib/contract/revision';
import { documentDigest } from './digest';
import { openApiDocument } from './document';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const appFolder = join(projectRoot, 'app');

/** The files under app/ that declare a lookup, by the path under which Next serves them. */
function lookupRoutes(): Map<string, string> {
  const files = readdirSync(appFolder, { recursive: true, encoding: 'utf8' });
  const routes = files
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(appFolder, file), 'utf8')] as const)
    .filter(([, source]) => source.includes('lookupRoute('));
  return new Map(
    routes.map(([file, source]) => [`/${file.replace(/\/route\.tsx?$/, '')}`, source]),
  );
}

describe.each(LANGUAGES)('the document in %s', (language) => {
  const document = openApiDocument(language, DEFAULT_LIMITS);

  it('has exactly the lookups that are routes under app/, each by POST alone', () => {
    const paths = Object.entries(document.paths);
    expect(paths.map(([path]) => path).sort()).toEqual([...lookupRoutes().keys()].sort());
    for (const [path, item] of paths) expect(Object.keys(item), path).toEqual(['post']);
  });

  it('names the operations as the contract does', () => {
    const ids = Object.values(document.paths).map(({ post }) => post.operationId);
    expect(ids.slice(0, 5)).toEqual([
      'searchRenapByCui',
      'searchRtuByNits',
      'lookupCuiNit',
      'lookupRtuV2',
      'lookupOmisos',
    ]);
  });

  it('writes for generators: every status by its number, every field in each alternative', () => {
    for (const { post } of Object.values(document.paths)) {
      expect(Object.keys(post.responses).join(' ')).toMatch(/^\d{3}(?: \d{3}| default)*$/);
    }
    for (const name of ['CatalogRequest', 'CatalogRtuRequest']) {
      const { anyOf, properties } = document.components.schemas[name] ?? {};
      const branch = (field: string) => ({ type: 'object', properties, required: [field] });
      expect(anyOf).toEqual([branch('nit'), branch('cui')]);
    }
  });

  it('asks for both credentials together', () => {
    expect(document.security).toEqual([{ login: [], token: [] }]);
    expect(Object.values(document.components.securitySchemes).map(({ name }) => name)).toEqual([
      'x-integracion-login',
      'x-integracion-token',
    ]);
  });

  it.each(LOOKUPS)('shows every cause of failure of %s as it is answered', (lookup) => {
    const { path, family } = lookupFacts[lookup];
    const { responses = {} } = document.paths[path]?.post ?? {};
    const shown = Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { examples = {} }]) =>
        Object.entries(examples).map(([name, { value }]) => ({ status, type, name, value })),
      ),
    );
    for (const { name, ...example } of shown) {
      const failure = FAILURES.find((one) => one === name);
      if (failure === undefined) continue;
      const { type, body } = failureBody(family, failure);
      const isText = type.startsWith('text/plain');
      expect(example).toEqual({
        status: String(failureAnswers[family][failure].status),
        type: type.split(';', 1)[0],
        value: isText ? body : JSON.parse(body),
      });
    }
    const names = shown.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['method_not_allowed', 'global_limit', 'failure']),
    );
  });

  it('has a text for everything it shows', () => {
    const empty = JSON.stringify(document).match(/"(summary|description)":"(undefined|\s*)"/g);
    expect(empty).toBeNull();
    for (const [name, { description }] of Object.entries(document.components.schemas)) {
      expect(description, name).toEqual(expect.stringMatching(/\S/));
    }
  });

  it('tells the limits of the deployment that publishes it', () => {
    const strict = openApiDocument(language, { ...DEFAULT_LIMITS, renap: 7, global: 11 });
    expect(strict.info.description).toContain(' 11 ');
    expect(strict.paths['/renap/buscar-cui']?.post['x-quota']).toEqual({
      requests: 7,
      seconds: 60,
      counter: 'renap',
    });
  });
});

it('says the same in every language', () => {
  const [es, en] = LANGUAGES.map((language) => wordless(openApiDocument(language, DEFAULT_LIMITS)));
  expect(en).toEqual(es);
});

const WORDS = new Set(['description', 'summary', 'title', 'x-displayName', 'contact', 'license']);

/**
 * The document without what people read; a field that happens to be named so is recognised by its type.
 */
function wordless(document: unknown): unknown {
  return JSON.parse(
    JSON.stringify(document, (key: string, value: unknown) =>
      WORDS.has(key) && (typeof value === 'string' || key === 'contact' || key === 'license')
        ? undefined
        : value,
    ),
  );
}

it('shows answers that the tests of the running app know letter for letter', () => {
  const folder = join(projectRoot, 'lib/contract/golden');
  const golden = readdirSync(folder).map((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  for (const lookup of LOOKUPS) {
    for (const [name, { value }] of Object.entries(lookupFacts[lookup].answers)) {
      expect(golden, `${lookup} ${name}`).toContainEqual(value);
    }
  }
});

describe('the revision', () => {
  it('is new whenever the contract is', () => {
    const digest = documentDigest();
    expect(
      digest,
      `The contract is no longer what revision ${REVISION} published. If a promise changed, put a ` +
        'revision with the day of today and what changed in front of REVISIONS ' +
        '(lib/contract/revision.ts); if only words did, keep the label. Either way run ' +
        `npm run client:generate. The digest is ${digest}.`,
    ).toBe(REVISIONS[0]?.digest);
  });

  it('is a date, newest first, and says what changed in both languages', () => {
    const labels = REVISIONS.map(({ label }) => label);
    for (const label of labels) expect(label).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(labels).toEqual([...new Set(labels)].sort().reverse());
    for (const { changes } of REVISIONS) {
      expect(changes.es.length).toBeGreaterThan(0);
      expect(changes.en).toHaveLength(changes.es.length);
    }
    expect(openApiDocument('es', DEFAULT_LIMITS).info.version).toBe(REVISION);
  });
});
