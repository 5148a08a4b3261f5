import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './paths';
import { StartError } from './start-error';

/** Folders and files that `next build` reads. */
const PAGES_SOURCES = [
  'app',
  'db',
  'instrumentation.ts',
  'lib',
  'messages',
  'next.config.mjs',
  'package-lock.json',
  'proxy.ts',
  'server/build.ts',
  'tsconfig.json',
  'ui',
];

/** Folders and files that only the bundled programs contain. */
const PROGRAM_SOURCES = ['checks', 'cli', 'package.json', 'server', 'simulator'];

/** Folder of the bundled programs. */
export const programsFolder = join(projectRoot, 'dist');
export const pagesFolder = join(projectRoot, '.next');
/** File that holds the digest of the sources of the pages, written at the end of their build. */
export const pagesStamp = join(pagesFolder, 'pasarela-sources');

const buildSchema = z.object({
  /** Digest of all sources. */
  build: z.string(),
  /** Digest of the sources of the pages. */
  pages: z.string(),
});

/** Digests that tell one build from another, equal wherever it is built (decision 0009). */
export type Build = z.infer<typeof buildSchema>;

/** File of the bundles that says which build they are, written last. */
export const buildFile = join(programsFolder, 'build.json');

export async function sourcesBuild(): Promise<Build> {
  const pages = await digestOf(PAGES_SOURCES);
  const programs = await digestOf(PROGRAM_SOURCES);
  return {
    pages,
    build: createHash('sha256')
      .update(pages + programs)
      .digest('hex')
      .slice(0, 12),
  };
}

/** Hashes names and contents. Paths are relative, so that every checkout gives the same digest. */
async function digestOf(names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = (await Promise.all(names.map(filesUnder))).flat();
  for (const file of files.sort()) {
    const text = await readFile(join(projectRoot, file));
    hash.update(`${file}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex').slice(0, 12);
}

async function filesUnder(name: string): Promise<string[]> {
  const path = join(projectRoot, name);
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [name];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Returns the digest of the sources of the finished pages, if there are any. */
export async function finishedPages(): Promise<string | undefined> {
  return readFile(pagesStamp, 'utf8').catch(() => undefined);
}

/** Returns the build of the finished programs, if there are any. */
export async function finishedPrograms(): Promise<Build | undefined> {
  const text = await readFile(buildFile, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : buildSchema.parse(JSON.parse(text));
}

/** Whether this folder holds the pages that belong to its programs. */
export async function arePagesBuilt(): Promise<boolean> {
  const programs = await finishedPrograms();
  return programs !== undefined && programs.pages === (await finishedPages());
}

/** Throws {@link StartError} unless this folder holds a finished build of its sources, if any. */
export async function assertBuilt(): Promise<void> {
  const programs = await finishedPrograms();
  const sources = await sourcesBuild().catch(() => programs); // A package has no sources.
  if (!(await arePagesBuilt()) || sources?.build !== programs?.build) {
    throw new StartError('The build is missing or older than its sources: run npm run build.');
  }
}
