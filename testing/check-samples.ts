import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckLanguage } from '@/lib/contract/check-samples';
import { everything } from './scope';

/** Runs the programs with which the guide checks proofs and webhooks, as they stand there. */

type Command = readonly [string, ...string[]];

interface Runner {
  readonly file: string;
  readonly compile?: Command;
  readonly run: Command;
  /** Needs programs that only `npm run test:all` installs. */
  readonly heavy?: true;
}

const runners: Readonly<Record<CheckLanguage, Runner>> = {
  openssl: { file: 'verify.sh', run: ['bash', '-e', '-o', 'pipefail', 'verify.sh'] },
  'Node.js': { file: 'verify.cjs', run: [process.execPath, 'verify.cjs'] },
  PHP: { file: 'verify.php', run: ['php', 'verify.php'] },
  Python: { file: 'verify.py', run: ['python3', 'verify.py'], heavy: true },
  Java: {
    file: 'Verify.java',
    compile: ['javac', 'Verify.java'],
    run: ['java', 'Verify'],
    heavy: true,
  },
  'C#': {
    file: 'verify.cs',
    compile: ['mcs', '-langversion:7.2', 'verify.cs'],
    run: ['mono', 'verify.exe'],
    heavy: true,
  },
};

/** Returns the languages of samples that this run of the tests has the programs for. */
export function runnable<Language extends CheckLanguage>(
  samples: Readonly<Record<Language, string>>,
): Language[] {
  const languages = Object.keys(samples) as Language[];
  return languages.filter((language) => everything || !runners[language].heavy);
}

/**
 * Saves a program in an empty folder, compiles it where needed, and returns the function that runs it with
 * files and variables: what it printed, its status and its errors.
 */
export function prepareSample(language: CheckLanguage, source: string, folder: string) {
  const { file, compile, run } = runners[language];
  const call = ([program, ...args]: Command, env: NodeJS.Dict<string>) => {
    return spawnSync(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  };
  writeFileSync(join(folder, file), source);
  const compiled = compile && call(compile, {});
  if (compiled && compiled.status !== 0) throw new Error(`${compiled.stdout}${compiled.stderr}`);
  return (files: Readonly<Record<string, string>>, variables: NodeJS.Dict<string>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { stdout, status, stderr } = call(run, variables);
    return { said: [stdout.trim(), status], stderr };
  };
}
