import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { clientFiles } from '@/lib/contract/client-files';
import packageJson from '@/package.json' with { type: 'json' };
import { buildWhenNeeded } from '@/server/build';
import { projectRoot } from '@/server/paths';
import { LAUNCHERS } from './launchers';
import { nativePackages, replaceNative } from './native';
import { writeSbom } from './sbom';
import { writeSums } from './sums';

/**
 * Implements `npm run package`: copies everything that production can reach to one folder under
 * `release/`, and packs it as an archive. Both depend on the sources and the platform alone.
 */

const PROGRAMS = ['dist/server.mjs', 'dist/pages.mjs', 'dist/pasarela.mjs'];

/** Reached by the code, but not used in production. */
const LEFT_OUT = [
  'dist/development.mjs',
  '**/*.map',
  '**/*.runtime.dev.js',
  // Images are sent as they are.
  '**/node_modules/{sharp,@img}/**',
];

/** Keys that development has made here, tests of packages, and Next's documentation. */
const NOT_RUN = /^(?:\.data|node_modules\/(?:@[^/]+\/)?[^/]+\/(?:test|dist\/docs))\//;

/** Files that are found by their path at run time, and those for operators. */
const COPIED = [
  ...Object.values(clientFiles).map((file) => `clients/${file}`),
  'db/migrations',
  'deploy/Caddyfile',
  'deploy/create-roles.sh',
  'deploy/credentials.conf',
  'deploy/grafana',
  'deploy/haproxy.cfg',
  'deploy/haproxy-one-machine.cfg',
  'deploy/pasarela.env.example',
  'deploy/prometheus',
  'deploy/systemd',
  'dist/build.json',
  'lib/contract/golden',
  'docs',
  'CHANGELOG.md',
  'README.md',
];

/** Parts of the build of the pages that only the build itself needs. */
const NOT_SERVED = new Set(['cache', 'diagnostics', 'types', 'trace', 'trace-build', 'turbopack']);

/** `npm run package -- arm64` packs for that processor. */
const [, , CPU = process.arch] = process.argv;
const PLATFORM = `${process.platform}-${CPU}`;

interface Trace {
  readonly fileList: ReadonlySet<string>;
  /** Files that an import reaches where a require reaches another. */
  readonly esmFileList: ReadonlySet<string>;
}

type TraceFiles = (programs: readonly string[], options: object) => Promise<Trace>;

/** Lists the files of packages, and of `dist`, that the programs or a page can load. */
async function reachableFiles(): Promise<string[]> {
  // Next brings the tracer that it uses itself.
  const { nodeFileTrace }: { nodeFileTrace: TraceFiles } = createRequire(import.meta.url)(
    'next/dist/compiled/@vercel/nft',
  );
  const { fileList, esmFileList } = await nodeFileTrace(PROGRAMS, {
    base: projectRoot,
    processCwd: projectRoot,
    ignore: LEFT_OUT,
    mixedModules: true,
    // Versions of Node differ in which file of a package they load.
    moduleSyncCatchall: true,
  });
  const files = [...fileList, ...esmFileList, ...(await filesOfPages())];
  return [...new Set(files)].filter((file) => !NOT_RUN.test(file)).sort();
}

const traceSchema = z.object({ files: z.array(z.string()) });

/** `next build` notes beside each page which files it loads. */
async function filesOfPages(): Promise<string[]> {
  const server = join(projectRoot, '.next', 'server');
  const entries = await readdir(server, { recursive: true });
  const traces = entries
    .filter((file) => file.endsWith('.nft.json'))
    .map((file) => join(server, file));
  const lists = traces.map(async (trace) => {
    const { files } = traceSchema.parse(JSON.parse(await readFile(trace, 'utf8')));
    return files.map((file) => relative(projectRoot, join(dirname(trace), file)));
  });
  const files = (await Promise.all(lists)).flat();
  return files.filter((file) => file.startsWith('node_modules/') && !file.endsWith('.map'));
}

/** Copies files to the same places below `folder`. Links stay links. */
async function copyTo(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await cp(join(projectRoot, file), join(folder, file), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

async function copyPages(folder: string): Promise<void> {
  await cp(join(projectRoot, '.next'), join(folder, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_SERVED.has(basename(path)) && !/\.(map|nft\.json)$/.test(path),
  });
}

async function writePrograms(folder: string): Promise<void> {
  const { name, version, license, type, engines } = packageJson;
  const description = { name, version, license, type, engines };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  await mkdir(join(folder, 'bin'));
  for (const [name, command] of Object.entries(LAUNCHERS)) {
    const file = join(folder, 'bin', name);
    await writeFile(file, command);
    await chmod(file, 0o755);
  }
}

/** Packs the folder so that equal contents make equal archives. */
function pack(folder: string): string {
  const archive = `${folder}.tar.gz`;
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  const where = ['--directory', dirname(folder), basename(folder)];
  execFileSync('tar', [
    ...fixed,
    '--mode=u=rwX,go=rX',
    '--use-compress-program',
    'gzip -n',
    '--create',
    '--file',
    archive,
    ...where,
  ]);
  return archive;
}

const { build } = await buildWhenNeeded();
const folder = join(projectRoot, 'release', `pasarela-${packageJson.version}-${PLATFORM}`);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const reachable = await reachableFiles();
await copyTo(folder, [...reachable, ...COPIED]);
if (CPU !== process.arch) await replaceNative(folder, nativePackages(reachable), CPU);
await copyPages(folder);
await writePrograms(folder);
await writeSbom(folder);
const archive = pack(folder);
await writeSums(dirname(archive));
console.log(`Build ${build}: ${relative(process.cwd(), archive)}`);
