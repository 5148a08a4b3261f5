import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@/server/paths';

/** Copies the migrations of this build to a new folder, with one more at the end. */
export async function copyMigrations(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-migrations-'));
  await cp(join(projectRoot, 'db', 'migrations'), folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  journal.entries.push({ when: Date.now() * 2, tag: '9999_added' });
  await writeFile(join(folder, '9999_added.sql'), source);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}
