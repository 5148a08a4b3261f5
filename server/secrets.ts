import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from './paths';

type SecretFile = 'nextauth-secret' | 'identifiers-key' | 'second-factor-key' | 'proof-key';

/** Provides the secrets that development may leave out. */
export async function provideSecrets(): Promise<void> {
  process.env.IDENTIFIERS_KEY ||= await storedSecret('identifiers-key');
  process.env.SECOND_FACTOR_KEY ||= await storedSecret('second-factor-key');
  process.env.PROOF_KEY ||= await storedSecret('proof-key');
  process.env.NEXTAUTH_SECRET ||= await storedSecret('nextauth-secret');
}

/**
 * Returns a secret that development generates once and stores, so that data sealed with it survives
 * a restart.
 */
export async function storedSecret(name: SecretFile): Promise<string> {
  const file = join(dataFolder, name);
  const stored = await read(file);
  if (stored !== '') return stored;
  await mkdir(dataFolder, { recursive: true });
  // Linked into place, so that two processes that start at once end with the same secret.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  await link(draft, file).catch(() => undefined); // Another process was first.
  await rm(draft);
  return read(file);
}

async function read(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim();
}
