import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectRoot } from '@/server/paths';
import { startApp, type TestApp } from '@/testing/app';

const LEFT_OUT = new Set([
  'cache',
  'middleware',
  'middleware.js',
  'functions-config-manifest.json',
]);
const LINKED = ['node_modules', 'lib', 'messages', 'package.json', 'next.config.mjs'];

/** Starts the same build without its proxy, under plain `next start`. */
export async function startWithoutProxy(variables: Record<string, string>): Promise<TestApp> {
  const root = await mkdtemp(join(tmpdir(), 'pasarela-no-proxy-'));
  await cp(join(projectRoot, '.next'), join(root, '.next'), {
    recursive: true,
    filter: (file) => !LEFT_OUT.has(basename(file)),
  });
  const manifest = { version: 1, functions: {} };
  await writeFile(
    join(root, '.next/server/functions-config-manifest.json'),
    JSON.stringify(manifest),
  );
  for (const name of LINKED) await symlink(join(projectRoot, name), join(root, name));
  const app = await startApp('next', variables, { root });
  const stop = async () => {
    const code = await app.stop();
    await rm(root, { recursive: true, force: true });
    return code;
  };
  return { ...app, stop };
}
