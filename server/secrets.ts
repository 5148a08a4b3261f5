import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from './paths';

/** A secret that development generates once and keeps, so that what it seals outlives a restart. */
export async function keptSecret(name: 'nextauth-secret' | 'identifiers-key'): Promise<string> {
  const file = join(dataFolder, name);
  const kept = await read(file);
  if (kept !== '') return kept;
  await mkdir(dataFolder, { recursive: true });
  // Written aside and linked: of two processes that start at once, both end with the first one's.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  await link(draft, file).catch(() => 'somebody was first');
  await rm(draft);
  return read(file);
}

async function read(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim();
}
