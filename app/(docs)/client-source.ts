import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClientLanguage, clientFiles } from '@/lib/contract/client-files';

/** Reads a client's file, which the package has beside the build, with its SHA-256. */
export async function clientSource(language: ClientLanguage) {
  // The bundler would take the whole project for files that may be read here.
  const root = /* turbopackIgnore: true */ process.cwd();
  const source = await readFile(join(root, 'clients', clientFiles[language]), 'utf8');
  return { source, digest: createHash('sha256').update(source).digest('hex') };
}
