import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '@/lib/base/env/env-schema';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { asOpenApi30 } from '@/lib/contract/openapi/version-3-0';
import { everything } from '@/testing/scope';
import { generators, provideGenerators } from './provide-generators';

/** Compiles what generators of other people write from the document, and a program that uses it. */

const run = promisify(execFile);
const TIMEOUT_MS = 300_000;
const document = openApiDocument('en', DEFAULT_LIMITS);
const older = asOpenApi30(document, 'https://api.pasarela.gt');

const CLOSED = '--additional-props-default-value=false';
const COMMANDS = {
  types: ['openapi-typescript', 'api.json', '--output', 'types/index.ts'],
  hey: ['openapi-ts', '-i', 'api.json', '-o', 'hey'],
  orval: ['orval', '-i', './api.json', '-o', 'orval/index.ts', '--client', 'fetch'],
  oazapfts: ['oazapfts', 'api.json', 'oazapfts/index.ts'],
  swagger: ['swagger-typescript-api', 'generate', '-p', 'api.json', '-o', 'swagger', '-n', 'index'],
  // Without the last option every object may have more fields.
  zod: ['openapi-zod-client', 'api.json', '-o', 'zod/index.ts', CLOSED],
} as const;

const STRICT = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module'];
const WEB = ['esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable'];

/** Generates from a document and returns what the compiler says. */
async function compiled(source: object, names: readonly (keyof typeof COMMANDS)[], file: string) {
  const work = await mkdtemp(join(tmpdir(), 'pasarela-generated-'));
  try {
    await symlink(join(generators, 'node_modules'), join(work, 'node_modules'));
    await writeFile(join(work, 'package.json'), '{"type":"module"}');
    await writeFile(join(work, 'api.json'), JSON.stringify(source));
    await cp(join(generators, 'use.ts'), join(work, 'use.ts'));
    for (const name of names) {
      const [program, ...args] = COMMANDS[name];
      await mkdir(join(work, name));
      await run(join(generators, 'node_modules/.bin', program), args, { cwd: work });
    }
    const files = file === 'use.ts' ? [file] : names.map((name) => `${name}/index.ts`);
    const compiler = join(generators, 'node_modules/.bin/tsc');
    return await run(compiler, [...STRICT, ...WEB, ...files], { cwd: work }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  } finally {
    await rm(work, { recursive: true });
  }
}

describe.runIf(everything)('what six generators write', () => {
  beforeAll(provideGenerators, TIMEOUT_MS);
  const all = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];

  it(
    'compiles, and refuses a field that the request does not have',
    async () => {
      expect(await compiled(document, all, 'use.ts')).toBe('');
    },
    TIMEOUT_MS,
  );

  it(
    'does not refuse it when the alternatives only name what they require',
    async () => {
      const anyOf = [{ required: ['nit'] }, { required: ['cui'] }];
      const { components } = document;
      const CatalogRequest = { ...components.schemas.CatalogRequest, anyOf };
      const schemas = { ...components.schemas, CatalogRequest };
      const bare = { ...document, components: { ...components, schemas } };
      expect(await compiled(bare, all, 'use.ts')).toContain('Unused');
    },
    TIMEOUT_MS,
  );

  it(
    'compiles from OpenAPI 3.0, except the one that cannot read null there',
    async () => {
      const names = all.filter((name) => name !== 'zod');
      expect(await compiled(older, names, 'alone')).toBe('');
    },
    TIMEOUT_MS,
  );
});
