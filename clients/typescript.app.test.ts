import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { documentDigest } from '@/lib/contract/openapi/digest';
import { projectRoot } from '@/server/paths';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { createTestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import identifiers from './identifiers.json' with { type: 'json' };

/** The TypeScript client as integrators get it: packed, unpacked, and asked against the running app. */

const run = promisify(execFile);
const client = join(projectRoot, 'clients/typescript');
/** The project's own, which spares an installation; `npm run test:all` builds as for a release. */
const COMPILER = join(projectRoot, 'node_modules/.bin/tsc');

const databaseUrl = inject('parts').url;
/** A project that has the client and nothing else. */
let consumer: string;

async function npm(...args: string[]): Promise<string> {
  const { stdout } = await run('npm', args, { cwd: client });
  return stdout;
}

beforeAll(async () => {
  if (everything) {
    await npm('ci');
    await npm('run', '--silent', 'build');
  } else {
    await rm(join(client, 'dist'), { recursive: true, force: true });
    await run(COMPILER, [], { cwd: client });
  }
  consumer = await mkdtemp(join(tmpdir(), 'pasarela-consumer-'));
  const packed = await npm('pack', '--silent', '--pack-destination', consumer);
  const installed = join(consumer, 'node_modules/@pasarela/client');
  await mkdir(installed, { recursive: true });
  await run('tar', [
    '-xzf',
    join(consumer, packed.trim()),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  await cp(join(client, 'test'), join(consumer, 'test'), { recursive: true });
  await writeFile(join(consumer, 'package.json'), '{"type":"module"}');
});

afterAll(() => rm(consumer, { recursive: true, force: true }));

async function whatTestsNeed() {
  const switches = { receipts_enabled: true };
  const made = {
    rich: await createTestIntegration(databaseUrl),
    poor: await createTestIntegration(databaseUrl, { saldo: 0n }),
    disabled: await createTestIntegration(databaseUrl, { flags: [] }),
    receipts: await createTestIntegration(databaseUrl, { switches }),
  };
  const people = Object.fromEntries(
    (['status-401', 'status-404', 'status-429', 'status-503'] as const).map((name) => [
      name,
      reserved(name),
    ]),
  );
  return {
    url: inject('appUrl'),
    integrations: Object.fromEntries(
      Object.entries(made).map(([name, { nombre, token }]) => [name, { login: nombre, token }]),
    ),
    people: { ...people, individual: wellKnown.individual },
    identifiers,
  };
}

describe('the TypeScript client', () => {
  it('is made from the contract as it is now', () => {
    for (const file of ['contract.ts', 'causes.ts']) {
      const source = readFileSync(join(client, 'src', file), 'utf8');
      expect(source.split('\n', 1)[0], 'npm run client:generate').toContain(documentDigest());
    }
  });

  it('needs nothing at run time and packs as publint and are-the-types-wrong want it', async () => {
    const packageJson = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
    expect(packageJson.dependencies).toBeUndefined();
    if (everything) await npm('run', '--silent', 'lint:package');
  });

  it('promises in its types what it says', async () => {
    const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
    const file = join(consumer, 'test/types.ts');
    await run(COMPILER, ['--noEmit', '--strict', ...options, file], {
      cwd: consumer,
    });
  });

  it('asks the running app, and tells what became of each call', async () => {
    const env = { ...process.env, PASARELA_CLIENT_TEST: JSON.stringify(await whatTestsNeed()) };
    const file = join(consumer, 'test/client.test.mjs');
    const options = ['--test', '--test-reporter=tap'];
    const { stdout } = await run(process.execPath, [...options, file], { cwd: consumer, env });
    expect(stdout).toMatch(/^# tests 29$/m);
    expect(stdout).toMatch(/^# pass 29$/m);
  });
});
