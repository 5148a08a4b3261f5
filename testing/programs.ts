import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that the tests need beyond npm, by Debian package. */
const PROGRAMS = [
  { name: 'redis-server', debianPackage: 'redis-server' },
  { name: 'chromium', debianPackage: 'chromium' },
  { name: 'curl', debianPackage: 'curl' },
  { name: 'promtool', debianPackage: 'prometheus' },
] as const;

/** Programs of the drills. */
const DRILL_PROGRAMS = [
  { name: 'pg_ctlcluster', debianPackage: 'postgresql' },
  { name: 'pgbackrest', debianPackage: 'pgbackrest' },
  { name: 'haproxy', debianPackage: 'haproxy' },
] as const;

/**
 * Finds the programs on the PATH, installs them by apt when we are root on Debian, or ends with the
 * command to run. Nothing is skipped in silence.
 */
export async function providePrograms(drills: boolean): Promise<void> {
  const programs = drills ? [...PROGRAMS, ...DRILL_PROGRAMS] : PROGRAMS;
  const missing = programs.filter(({ name }) => !isOnPath(name));
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (process.getuid?.() === 0 && isOnPath('apt-get')) install(packages);
  const absent = missing.filter(({ name }) => !isOnPath(name));
  if (absent.length === 0) return;
  console.error(
    `The tests need ${absent.map(({ name }) => name).join(' and ')}. On Debian: apt-get install -y ${packages.join(' ')}`,
  );
  process.exit(1);
}

function install(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: 'inherit',
      env,
    });
  } catch {
    // The caller names the programs that are still missing.
  }
}

/** The program's file, by the PATH. */
export function findProgram(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isOnPath(program: string): boolean {
  return findProgram(program) !== undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
