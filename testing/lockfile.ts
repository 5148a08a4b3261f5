import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';

/**
 * Completes package-lock.json with the optional packages of other platforms. npm writes only those
 * of the platform where it ran, and then `npm ci` fails on another one.
 * `--check` changes nothing and exits 1 when something is missing.
 */

const entrySchema = z.looseObject({
  version: z.string().optional(),
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

const file = join(projectRoot, 'package-lock.json');
const lock = lockSchema.parse(JSON.parse(await readFile(file, 'utf8')));
const missing = missingFrom(lock);

if (process.argv.includes('--check')) {
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    console.error(`package-lock.json lacks ${names}: run npm run lock:complete`);
    process.exitCode = 1;
  }
} else {
  const added = missing.map((addition) => [addition.path, entryOf(addition)] as const);
  const packages = Object.fromEntries(
    [...Object.entries(lock.packages), ...added].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(
    `${added.length} optional packages added; npm install now orders the file its own way.`,
  );
}
