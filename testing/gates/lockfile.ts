import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';

/**
 * Completes package-lock.json with the optional packages of other platforms, and with their digests
 * where the registry knows them. npm writes only those of the platform where it ran, and then
 * `npm ci` fails on another one.
 */

const entrySchema = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) });
type Lock = z.infer<typeof lockSchema>;

const SYSTEMS = 'darwin linux win32 freebsd netbsd openbsd openharmony android sunos aix'.split(
  ' ',
);
const PROCESSORS = 'arm64 x64 ia32 arm riscv64 ppc64 s390x loong64 mips64el wasm32'.split(' ');

interface Addition {
  readonly path: string;
  readonly version: string;
  readonly name: string;
}

function missingFrom({ packages }: Lock): Addition[] {
  const additions = new Map<string, Addition>();
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`;
      const known = Object.keys(packages).some((key) => key === path || key.endsWith(`/${path}`));
      if (!known) additions.set(path, { path, name, version: range.replace(/^[\^~]/, '') });
    }
  }
  return [...additions.values()];
}

/** Reads the platform from the name of a package, such as `…-system-processor…`. */
function entryOf({ name, version }: Addition) {
  const words = name.replace('windows', 'win32').replace(/^.*\//, '').split(/[-_.]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    version,
    optional: true,
    ...(cpu.length === 0 ? {} : { cpu }),
    ...(os.length === 0 ? {} : { os }),
    ...(libc.length === 0 ? {} : { libc }),
  };
}

/** Paths of packages without a digest. */
function undigestedIn({ packages }: Lock): string[] {
  return Object.keys(packages).filter((path) => path !== '' && !packages[path]?.integrity);
}

/** Tells whether npm skips the package on some platform, so that its registry may not have it. */
function isForPlatform({ optional, os, cpu }: z.infer<typeof entrySchema> = {}): boolean {
  return optional === true && (os !== undefined || cpu !== undefined);
}

/** Asks the registry. Undefined when it does not know the package. */
async function digestOf(path: string, version = ''): Promise<string | undefined> {
  const name = path.split('node_modules/').at(-1);
  const asked = run('npm', ['view', `${name}@${version}`, 'dist.integrity']);
  const { stdout } = await asked.catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

const run = promisify(execFile);
const file = join(projectRoot, 'package-lock.json');

async function readLock(): Promise<Lock> {
  return lockSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Names missing packages, and packages without a digest that each platform has. */
export async function lockfileProblems(): Promise<string[]> {
  const lock = await readLock();
  const undigested = undigestedIn(lock).filter((path) => !isForPlatform(lock.packages[path]));
  return [
    ...missingFrom(lock).map(({ name }) => `it lacks ${name}: run npm run lock:complete`),
    ...undigested.map((path) => `it has no digest of ${path}`),
  ];
}

if (process.argv[1]?.endsWith('lockfile.ts')) {
  const lock = await readLock();
  const added = missingFrom(lock).map((addition) => [addition.path, entryOf(addition)] as const);
  const packages: Lock['packages'] = Object.fromEntries(
    [...Object.entries(lock.packages), ...added].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const path of undigestedIn({ packages })) {
    const integrity = await digestOf(path, packages[path]?.version);
    if (integrity !== undefined) packages[path] = { ...packages[path], integrity };
  }
  await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(
    `${added.length} optional packages added; npm install now orders the file its own way.`,
  );
}
