import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SOURCE_VARIABLES } from '@/lib/base/env/env';
import { freePort } from '@/lib/base/process/free-port';
import { projectRoot } from '@/server/paths';
import { arePagesBegun, type Variables } from '@/testing/app';
import { pagesProcessOf } from '@/testing/proc';
import { startProgram } from '@/testing/program';
import { sharedHarness } from '@/testing/shared-parts';
import { LAUNCHERS } from './launchers';

const PARTS = ['.next', 'db', 'dist', 'lib', 'package.json'];

/** On the disk of the checkout, so that its files can be linked. */
await mkdir(join(projectRoot, '.data'), { recursive: true });
const folder = await mkdtemp(join(projectRoot, '.data', 'upgrade-'));
const link = join(folder, 'pasarela');
afterAll(() => rm(folder, { recursive: true, force: true }));
const harness = await sharedHarness();

/** Unpacks a version as the package has it. */
async function install(version: string): Promise<string> {
  const root = join(folder, `pasarela-${version}`);
  await mkdir(join(root, 'bin'), { recursive: true });
  execFileSync('cp', ['-Rl', ...PARTS, root], { cwd: projectRoot });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await rm(join(root, 'dist', 'development.mjs'));
  await writeFile(join(root, 'bin', 'server'), LAUNCHERS.server);
  return root;
}

/** As `ln -sfn` and `mv -T`: there is no moment without a version. */
async function pointTo(root: string): Promise<void> {
  await symlink(root, `${link}.new`);
  await rename(`${link}.new`, link);
}

async function start(variables: Variables = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    program: 'sh',
    args: [join(link, 'bin', 'server')],
    env: {
      ...harness.variables,
      ...variables,
      PORT: String(port),
      PASARELA_DATA: join(folder, 'data'),
    },
    readyUrl: `${url}/health`,
    isReady: arePagesBegun,
  });
  harness.onStop(program.stop);
  return { url, program };
}

/** Statuses of a page and of every file that it names. */
async function pageWithAssets(url: string): Promise<number[]> {
  const page = await fetch(`${url}/login`);
  const html = await page.text();
  const assets = [...new Set(html.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))];
  expect(assets.length).toBeGreaterThan(3);
  const answers = await Promise.all(assets.map((asset) => fetch(`${url}${asset}`)));
  return [page.status, ...answers.map(({ status }) => status)];
}

it('an instance keeps its version when the link names the next one, also when its pages start again', async () => {
  await pointTo(await install('1'));
  const { url, program } = await start();
  const next = await install('2');
  // Nothing of the next version works, so whatever is read from it shows.
  for (const part of ['.next', 'dist', 'db']) await rm(join(next, part), { recursive: true });
  await pointTo(next);

  const statuses = await pageWithAssets(url);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const pages = await pagesProcessOf(program.pid);
  process.kill(pages, 'SIGKILL');
  await expect.poll(() => pagesProcessOf(program.pid)).not.toBe(pages);
  await expect.poll(async () => (await fetch(`${url}/login`)).status).toBe(200);
  expect(new Set(await pageWithAssets(url))).toEqual(new Set([200]));
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' });
});

it('a machine in production starts with the variables of what it serves alone', async () => {
  await pointTo(await install('3'));
  const production = { APP_ENV: 'production', DRAIN_DELAY_MS: '0' };
  const without = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, '']));
  const pages = await start({
    ...production,
    PASARELA_SERVES: 'pages',
    ...without(...SOURCE_VARIABLES),
  });
  const answers = await Promise.all(
    ['/login', '/catalogos/nit'].map((path) => fetch(`${pages.url}${path}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  const lookups = {
    ...production,
    PASARELA_SERVES: 'lookups',
    ...without('NEXTAUTH_URL', 'NEXTAUTH_SECRET', 'SECOND_FACTOR_KEY'),
  };
  expect((await fetch(`${(await start(lookups)).url}/login`)).status).toBe(404);
  const PROOF_KEY = 'only-for-the-proofs-of-tests-9182736450';
  await expect(start({ ...lookups, PROOF_KEY })).rejects.toThrow(
    'NEXTAUTH_URL is missing: proofs (PROOF_KEY) name it',
  );
  await start({ ...lookups, PROOF_KEY, NEXTAUTH_URL: 'http://127.0.0.1' });
});
