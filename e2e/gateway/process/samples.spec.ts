import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lookups, somebody } from '@/checks/lookups';
import { type Api, expect, test } from '@/e2e/gateway/fixtures';
import { parseJson } from '@/lib/base/values/json';
import { firstAnswer, firstQuestion } from '@/lib/contract/lookups';
import { sampleOf } from '@/lib/contract/samples';
import { projectRoot } from '@/server/paths';
import { reserved } from '@/simulator/reserved';
import type { TestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';

/** The documentation's samples, run as they stand with what this machine has. */

const client = (path: string) => join(projectRoot, 'clients', path);
const JAVA = `cp "${client('java/Pasarela.java')}" . && javac -d . *.java && java Consulta`;
const CSHARP = `mcs -langversion:7.2 -r:System.Net.Http.dll "$0" "${client('csharp/Pasarela.cs')}" && mono sample.exe`;
const inFolder = (commands: string) => ['-c', `cd "$(dirname "$0")" && ${commands}`];

/** The last two, which need the clients beside them, only under `npm run test:all`. */
const runners = {
  typescript: { program: process.execPath, file: 'sample.mts', args: ['--import', 'tsx'] },
  curl: { program: 'bash', file: 'sample.sh', args: [] },
  python: { program: 'python3', file: 'sample.py', args: [] },
  php: { program: 'php', file: 'sample.php', args: [] },
  java: { program: 'bash', file: 'Consulta.java', args: inFolder(JAVA) },
  csharp: { program: 'bash', file: 'sample.cs', args: inFolder(CSHARP) },
} as const;

const run = promisify(execFile);

function environment({ entryPoint }: Api, { nombre, token }: TestIntegration) {
  return {
    ...process.env,
    PASARELA_URL: entryPoint.origin.origin,
    PASARELA_LOGIN: nombre,
    PASARELA_TOKEN: token,
  };
}

const languages = (['typescript', 'curl', 'python', 'php', 'java', 'csharp'] as const).slice(
  0,
  everything ? 6 : 4,
);

for (const language of languages) {
  const runner = runners[language];

  test(`the samples in ${language} ask what they say and show the answer`, async ({ api }) => {
    test.setTimeout(120_000);
    const as = await api.integration();
    const folder = await mkdtemp(join(tmpdir(), 'pasarela-samples-'));
    const env = environment(api, as);
    for (const lookup of lookups) {
      const file = join(folder, runner.file);
      await writeFile(file, sampleOf(language, firstQuestion(lookup.name)));
      const { stdout } = await run(runner.program, [...runner.args, file], { env });
      const answer = firstAnswer(lookup.name);
      const printed = stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1);
      expect(stdout).toContain('200');
      expect(parseJson(printed), stdout).toEqual(answer);
    }
    await rm(folder, { recursive: true });
  });
}

// Each waits before a repetition.
if (everything) {
  for (const language of languages) {
    test(`the sample with a key repeats what fails, in ${language}`, async ({ api }) => {
      const { program, args, file: name } = runners[language];
      const as = await api.integration();
      const folder = await mkdtemp(join(tmpdir(), 'pasarela-samples-'));
      const file = join(folder, name);
      const env = environment(api, as);
      const { path } = firstQuestion('cui-nit');
      for (const { nit } of [somebody, reserved('status-503')]) {
        const sample = sampleOf(language, { path, body: { nit } }, { repeating: true });
        await writeFile(file, sample);
        await run(program, [...args, file], { env });
      }
      const statuses = (await api.records(as)).map(({ status }) => status);
      expect(statuses).toEqual([200, 502, 502, 502, 502]);
      await rm(folder, { recursive: true });
    });
  }
}
