import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { z } from 'zod';
import packageJson from '@/package.json' with { type: 'json' };
import { compressAssets } from './assets';
import {
  type Build,
  buildFile,
  finishedPages,
  finishedPrograms,
  pagesFolder,
  pagesStamp,
  programsFolder,
  sourcesBuild,
} from './build-stamp';
import { projectRoot } from './paths';

/** Files of the pages that {@link removeDifferences} changes. */
const WITH_DIFFERENCES = [
  'prerender-manifest.json',
  'required-server-files.js',
  'required-server-files.json',
  'server/preview-props.json',
];

/**
 * Builds what is missing or older than its sources; `signal` ends the build. Without `pages` it takes
 * a second.
 */
export async function buildWhenNeeded(signal?: AbortSignal, pages = true): Promise<Build> {
  const build = await sourcesBuild();
  if (pages && (await finishedPages()) !== build.pages) await buildPages(build.pages, signal);
  if ((await finishedPrograms())?.build !== build.build) await bundlePrograms(build);
  return build;
}

/** Bundles each program into one file, with the parts that several share beside them. */
async function bundlePrograms(build: Build): Promise<void> {
  await rm(programsFolder, { recursive: true, force: true });
  await bundle({
    absWorkingDir: projectRoot,
    entryPoints: {
      server: 'server/start.ts',
      pages: 'server/pages/process.ts',
      development: 'server/development.ts',
      pasarela: 'cli/main.ts',
    },
    outdir: programsFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    define: { 'process.env.PASARELA_BUILD': JSON.stringify(build.build) },
    logLevel: 'warning',
  });
  await writeFile(buildFile, `${JSON.stringify({ version: packageJson.version, ...build })}\n`);
}

/** Runs `next build`. Its output depends on the sources alone. */
async function buildPages(digest: string, signal: AbortSignal | undefined): Promise<void> {
  await rm(pagesStamp, { force: true });
  await runNextBuild(
    {
      PASARELA_BUILD: digest,
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: keyOf(digest, 'actions').toString('base64'),
    },
    signal,
  );
  await compressAssets(join(pagesFolder, 'static'));
  await removeDifferences();
  await writeFile(pagesStamp, digest);
}

/**
 * Replaces what differs between two builds of the same sources: the path of this folder, which only
 * `next build` needs, and the random keys of Next's preview mode, which nothing uses. A lone surrogate
 * stands in their place: no header or cookie can carry it.
 */
async function removeDifferences(): Promise<void> {
  const previewFile = join(pagesFolder, 'server', 'preview-props.json');
  const keys = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(previewFile, 'utf8')));
  const root = JSON.stringify(projectRoot.replace(/\/$/, '')).slice(1, -1);
  for (const name of WITH_DIFFERENCES) {
    const file = join(pagesFolder, name);
    let text = (await readFile(file, 'utf8')).replaceAll(root, '.');
    for (const key of Object.values(keys)) text = text.replaceAll(key, '\\ud800');
    await writeFile(file, text);
  }
}

function keyOf(digest: string, purpose: string): Buffer {
  return createHash('sha256').update(`${purpose} ${digest}`).digest();
}

/** Environment variables passed to `next build`. None of them changes its output. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'NO_NEW_CACHE'];

function runNextBuild(
  variables: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [next, 'build'], {
    cwd: projectRoot,
    // The build's output is for people; standard output belongs to our parent process.
    stdio: ['ignore', 2, 2],
    env: { ...passedOn, ...variables, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
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
  try {
    await buildWhenNeeded(interruption.signal, !process.argv.includes('--programs'));
  } catch (error) {
    process.exitCode = 1;
    if (!interruption.signal.aborted) process.stderr.write(`${explain(error)}\n`);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code !== 'EROFS' && code !== 'EACCES') return error.stack ?? error.message;
  return `Cannot write the build: ${error.message}. Build in a folder that can be written.`;
}
