import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from './paths';

/** A secret that development generates once and keeps, so that sessions outlive a restart. */
export async function keptSecret(name: string): Promise<string> {
  const file = join(dataFolder, name);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined && kept.trim() !== '') return kept.trim();
  const secret = randomBytes(32).toString('base64url');
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, secret, { mode: 0o600 });
  return secret;
}
