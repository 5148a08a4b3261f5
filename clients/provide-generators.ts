import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@/server/paths';

/** Programs of other people that the tests try on the OpenAPI document. */
export const generators = join(projectRoot, 'clients/generators');

/** Installs them when they are missing or older than their lock file. */
export async function provideGenerators(): Promise<void> {
  const changed = async (file: string) => {
    const found = await stat(join(generators, file)).catch(() => undefined);
    return found?.mtimeMs ?? 0;
  };
  const installed = await changed('node_modules/.package-lock.json');
  if (installed > (await changed('package-lock.json'))) return;
  await promisify(execFile)('npm', ['ci', '--silent', '--ignore-scripts'], { cwd: generators });
}
