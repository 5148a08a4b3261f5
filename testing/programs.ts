import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

interface NeededProgram {
  readonly name: string;
  readonly debianPackage: string;
  /** Program that does as well, but is slower. */
  readonly standIn?: string;
  /** Command that succeeds when the package is there, for what is no program. */
  readonly check?: readonly [string, ...string[]];
}

/** The browser of the tests. Its headless variant takes a quarter less CPU time. */
const BROWSER = { name: 'chromium-headless-shell', standIn: 'chromium' } as const;

/** Programs that the tests need beyond npm, by Debian package. */
const PROGRAMS: readonly NeededProgram[] = [
  { name: 'redis-server', debianPackage: 'redis-server' },
  { ...BROWSER, debianPackage: BROWSER.name },
  { name: 'curl', debianPackage: 'curl' },
  { name: 'promtool', debianPackage: 'prometheus' },
  { name: 'haproxy', debianPackage: 'haproxy' },
  { name: 'openssl', debianPackage: 'openssl' },
  { name: 'ssh-keygen', debianPackage: 'openssh-client' },
  { name: 'python3', debianPackage: 'python3' },
  { name: 'php', debianPackage: 'php-cli' },
  {
    name: 'the extension curl of php',
    debianPackage: 'php-curl',
    check: ['php', '-r', "exit(extension_loaded('curl') ? 0 : 1);"],
  },
  {
    name: 'the extension sodium of php',
    debianPackage: 'php-cli',
    check: ['php', '-r', "exit(extension_loaded('sodium') ? 0 : 1);"],
  },
];

/** Programs of the drills, and of tests that run only with them. */
const DRILL_PROGRAMS: readonly NeededProgram[] = [
  { name: 'pg_ctlcluster', debianPackage: 'postgresql' },
  { name: 'debootstrap', debianPackage: 'debootstrap' },
  { name: 'pgbackrest', debianPackage: 'pgbackrest' },
  { name: 'prometheus-node-exporter', debianPackage: 'prometheus-node-exporter' },
  { name: 'faketime', debianPackage: 'faketime' },
  { name: 'caddy', debianPackage: 'caddy' },
  { name: 'nginx', debianPackage: 'nginx-light' },
  {
    name: 'cryptography of python3',
    debianPackage: 'python3-cryptography',
    check: ['python3', '-c', 'import cryptography'],
  },
  { name: 'javac', debianPackage: 'default-jdk-headless' },
  { name: 'mcs', debianPackage: 'mono-mcs' },
  { name: 'mono', debianPackage: 'mono-runtime' },
  {
    name: 'System.Net.Http of mono',
    debianPackage: 'libmono-system-net-http4.0-cil',
    check: ['test', '-e', '/usr/lib/mono/4.5/System.Net.Http.dll'],
  },
];

/**
 * Finds the programs on the PATH, installs them by apt when we are root on Debian, or ends with the
 * command to run. Nothing is skipped in silence.
 */
export async function providePrograms(drills: boolean): Promise<void> {
  const programs = drills ? [...PROGRAMS, ...DRILL_PROGRAMS] : PROGRAMS;
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  if (process.getuid?.() === 0 && isOnPath('apt-get')) install(packages);
  const absent = missing.filter((program) => {
    return !isThere(program) && !(program.standIn && isOnPath(program.standIn));
  });
  if (absent.length === 0) return;
  const needed = absent.map(({ name }) => name).join(' and ');
  const command = `apt-get install -y ${absent.map((one) => one.debianPackage).join(' ')}`;
  console.error(`The tests need ${needed}. On Debian: ${command}`);
  process.exit(1);
}

function install(packages: readonly string[]): void {
  apt('update', '-qq');
  // One by one, because apt installs none of several when it does not know one.
  for (const name of packages) apt('install', '-y', '-qq', '--no-install-recommends', name);
}

/** The caller names the programs that are missing after a failure. */
function apt(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'inherit', env });
}

/** The file of the browser of the tests, by the PATH. */
export function findBrowser(): string | undefined {
  return findAny(BROWSER);
}

function findAny({ name, standIn }: Pick<NeededProgram, 'name' | 'standIn'>): string | undefined {
  return findProgram(name) ?? (standIn === undefined ? undefined : findProgram(standIn));
}

/** The program's file, by the PATH. */
export function findProgram(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isThere({ name, check }: NeededProgram): boolean {
  if (check === undefined) return isOnPath(name);
  const [program, ...args] = check;
  return spawnSync(program, args).status === 0;
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
