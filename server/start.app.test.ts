import { execFileSync, spawn } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listen } from '@/lib/base/process/free-port';
import { isAlive } from '@/lib/base/process/processes';
import { type AppOptions, startApp, type TestApp, type Variables } from '@/testing/app';
import { COMMON, LOOKUPS_ALONE } from '@/testing/harness';
import { sendPrinted, WORKING } from '@/testing/printed';
import { sourcesAt } from '@/testing/sources';
import { projectRoot } from './paths';

const folders: string[] = [];
const apps: TestApp[] = [];

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true, force: true })));
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela start '));
  folders.push(folder);
  return folder;
}

async function started(variables: Variables, options?: AppOptions): Promise<TestApp> {
  const app = await startApp('server', variables, options);
  apps.push(app);
  return app;
}

/** Runs the server to its end: for starts that must fail. Returns all that it printed. */
async function run(variables: Record<string, string>, root = projectRoot) {
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, ...texts] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, text: texts.join('') };
}

it('a start with nothing configured brings its own database and sources, and recovers from kill -9', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const first = await started({ PASARELA_DATA: folder });
  expect(await sendPrinted(first.output())).toEqual(WORKING);
  await first.kill();

  const alone = { ...LOOKUPS_ALONE, PASARELA_DATA: folder };
  const second = await started(alone);
  expect(second.output()).toContain('Demonstration credentials:');
  expect(await sendPrinted(second.output())).toEqual(WORKING);
  const pid = await postmasterOf(folder);
  process.kill(pid, 'SIGKILL');
  await second.kill();

  // Without pages to reload, the lookups of a development server are served the same way.
  const third = await started(alone, { flags: ['--dev'] });
  expect(await sendPrinted(third.output())).toEqual(WORKING);
  expect(await third.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
  const lock = join(folder, 'postgres', 'postmaster.pid');
  await expect(rm(lock)).rejects.toThrow(/ENOENT/);

  const IDENTIFIERS_KEY = 'a key that sealed nothing in this database';
  const other = await run({ PASARELA_DATA: folder, PORT: '0', IDENTIFIERS_KEY });
  expect(other.code).toBe(1);
  expect(other.text).toMatch(
    /^The keys do not fit the database:\n {2}- IDENTIFIERS_KEY lacks the key [0-9a-f]{8}, .*\n$/m,
  );
});

/** A whole environment of production. Nothing in it is reached. */
const PRODUCTION = {
  APP_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  ...sourcesAt('https://source.example'),
  ...COMMON,
};

async function postmasterOf(folder: string): Promise<number> {
  const lock = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  return z.coerce.number().int().positive().parse(lock.split('\n')[0]);
}

it('answers lookups while the pages cannot start, and serves pages as soon as they can', async () => {
  await mkdir(join(projectRoot, '.data'), { recursive: true });
  const root = await mkdtemp(join(projectRoot, '.data', 'broken-'));
  folders.push(root);
  const parts = [
    '.next',
    'app',
    'db',
    'dist',
    'lib',
    'next.config.mjs',
    'package.json',
    'proxy.ts',
  ];
  execFileSync('cp', ['-Rl', ...parts, root], { cwd: projectRoot });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  const file = join(root, '.next', 'BUILD_ID');
  await rename(file, `${file}.away`);
  const app = await started({ PASARELA_DATA: await temporaryFolder() }, { root });
  const pages = async () => (await (await fetch(`${app.url}/health`)).json()).pages;
  await expect.poll(() => app.output()).toContain('pages_exited');
  expect(await sendPrinted(app.output())).toEqual(WORKING);
  expect(await pages()).toMatch(/^(?:starting|down)$/);
  expect((await fetch(`${app.url}/login`)).status).toBe(503);
  await rename(`${file}.away`, file);
  await expect.poll(pages, { timeout: 30_000 }).toBe('ready');
  expect((await fetch(`${app.url}/login`)).status).toBe(200);
  const exits = app.output().match(/pages_exited/g)?.length;
  expect(await app.stop()).toBe(0);
  expect(app.output().match(/pages_exited/g)?.length).toBe(exits);
}, 60_000);

describe('a start that cannot succeed', () => {
  it('tells what production lacks and starts nothing', async () => {
    const folder = join(await temporaryFolder(), 'data');
    const variables = { APP_ENV: 'production', LOG_LEVEL: 'silent', PASARELA_DATA: folder };
    const { code, text } = await run(variables);
    expect(code).toBe(1);
    const { event, err } = JSON.parse(text);
    expect(event).toBe('start_failed');
    expect(err.message).toMatch(/^The environment is wrong:\n {2}- DATABASE_URL is missing\n/);
    // It would repeat the message.
    expect(err.stack).toBeUndefined();
    await expect(mkdir(folder)).resolves.toBeUndefined();
  });

  it('reads secrets from files, says what to run when the build is not there, and builds nothing', async () => {
    const { IDENTIFIERS_KEY, ...others } = PRODUCTION;
    const IDENTIFIERS_KEY_FILE = join(await temporaryFolder(), 'identifiers-key');
    await writeFile(IDENTIFIERS_KEY_FILE, `${IDENTIFIERS_KEY}\n`);
    const folder = await temporaryFolder();
    await cp(join(projectRoot, 'dist'), join(folder, 'dist'), { recursive: true });
    await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const { code, text } = await run({ ...others, IDENTIFIERS_KEY_FILE, PORT: '0' }, folder);
    expect(code).toBe(1);
    expect(text).toContain('The build is missing or older than its sources: run npm run build.');
    await expect(readdir(folder)).resolves.toEqual(['dist', 'node_modules']);
  });

  it('names PASARELA_DATA when development cannot keep its data', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    const { code, text } = await run({ PASARELA_DATA: join(file, 'data'), PORT: '0' });
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Cannot write to .*\/data, where development keeps its data \(ENOTDIR.*\): set PASARELA_DATA to .*\n$/,
    );
  });

  it('says which port is taken and what to do, before doing anything else', async () => {
    const blocker = createServer();
    const port = await listen(blocker);
    try {
      const { code, text } = await run({
        PORT: String(port),
        PASARELA_DATA: await temporaryFolder(),
      });
      expect(code).toBe(1);
      expect(text).toBe(
        `Port ${port} on 127.0.0.1 is taken by another program: stop it, or choose another with PORT=${port + 1}.\n`,
      );
    } finally {
      blocker.close();
    }
  });
});
