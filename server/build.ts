import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressAssets } from './assets';
import { projectRoot } from './paths';

/** Inputs of a build. While none changes, the last build is used. */
const SOURCES = ['app', 'lib', 'db', 'messages'];
const SINGLE_FILES = [
  'instrumentation.ts',
  'proxy.ts',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];
const STAMP = join(projectRoot, '.next', 'pasarela-sources');

/** Builds the Next app if its sources changed; `signal` ends the build. */
export async function buildWhenNeeded(signal?: AbortSignal): Promise<void> {
  const digest = await sourcesDigest();
  const built = await readFile(STAMP, 'utf8').catch(() => undefined);
  if (built === digest) return;
  await build(signal);
  await compressAssets(join(projectRoot, '.next', 'static'));
  await writeFile(STAMP, digest);
}

async function sourcesDigest(): Promise<string> {
  const hash = createHash('sha256');
  const files = [...SINGLE_FILES];
  for (const folder of SOURCES) {
    const entries = await readdir(join(projectRoot, folder), {
      recursive: true,
      withFileTypes: true,
    });
    for (const entry of entries) {
      if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) {
        files.push(join(entry.parentPath, entry.name));
      }
    }
  }
  for (const file of files.sort()) {
    hash.update(file).update('\0');
    hash.update(await readFile(join(projectRoot, file)).catch(() => readFile(file)));
  }
  return hash.digest('hex');
}

function build(signal: AbortSignal | undefined): Promise<void> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: projectRoot,
    // The build's output is for people; standard output belongs to our parent process.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    // A process group of its own, so that the build's workers end with it.
    detached: true,
  });
  const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      if (code === 0) resolve();
      else reject(new Error(`next build ended with code ${code}.`));
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const interruption = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => interruption.abort());
  }
  await buildWhenNeeded(interruption.signal);
}
