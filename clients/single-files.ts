import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Engine } from 'php-parser';
import { projectRoot } from '@/server/paths';

/** How the tests check and run each client of one file: nothing newer than its oldest version. */

const run = promisify(execFile);
const folder = (name: string) => join(projectRoot, 'clients', name);

interface SingleFile {
  readonly file: string;
  /** Programs that must be there, which only `npm run test:all` installs for some. */
  readonly heavy: boolean;
  /** Checks the syntax, compiles where needed, and returns the command of the driver. */
  readonly prepare: (work: string) => Promise<readonly [string, ...string[]]>;
}

export const singleFiles: Readonly<Record<string, SingleFile>> = {
  PHP: {
    file: 'php/Pasarela.php',
    heavy: false,
    prepare: async () => {
      parsePhp74(readFileSync(folder('php/Pasarela.php'), 'utf8'));
      return ['php', folder('drivers/driver.php'), folder('php')];
    },
  },
  Python: {
    file: 'python/pasarela.py',
    heavy: false,
    prepare: async () => {
      const parse = 'import ast,sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 8))';
      await run('python3', ['-c', parse, folder('python/pasarela.py')]);
      return ['python3', folder('drivers/driver.py'), folder('python')];
    },
  },
  Java: {
    file: 'java/Pasarela.java',
    heavy: true,
    prepare: async (work) => {
      const sources = [folder('java/Pasarela.java'), folder('drivers/Driver.java')];
      await run('javac', ['--release', '8', '-Xlint:-options', '-d', work, ...sources]);
      return ['java', '-cp', work, 'Driver'];
    },
  },
  'C#': {
    file: 'csharp/Pasarela.cs',
    heavy: true,
    prepare: async (work) => {
      const sources = [folder('csharp/Pasarela.cs'), folder('drivers/Driver.cs')];
      const program = join(work, 'driver.exe');
      const options = ['-langversion:7.2', '-r:System.Net.Http.dll', `-out:${program}`];
      await run('mcs', [...options, ...sources]);
      return ['mono', program];
    },
  },
};

/** Throws for a syntax or a function that PHP 7.4 does not know. */
export function parsePhp74(source: string): void {
  new Engine({ parser: { version: '7.4' } }).parseCode(source, 'Pasarela.php');
  const newer = /\b(?:str_(?:contains|starts_with|ends_with)|array_is_list|fdiv|get_debug_type)\(/;
  const [found] = newer.exec(source) ?? [];
  if (found !== undefined) throw new Error(`PHP 7.4 has no ${found})`);
}

/** Sends lines to a driver and returns the fields of its answers. */
export async function drive(
  [program, ...args]: readonly [string, ...string[]],
  lines: readonly (readonly string[])[],
): Promise<string[][]> {
  const driving = run(program, args, { env: { ...process.env, PYTHONIOENCODING: 'utf-8' } });
  driving.child.stdin?.end(lines.map((line) => `${line.join('\t')}\n`).join(''));
  const { stdout } = await driving;
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
}
