import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes `SHA256SUMS` over the archives of a folder and, with `PACKAGE_SIGNING_KEY` (the file of an
 * SSH key), its signature `SHA256SUMS.sig`.
 */
export async function writeSums(folder: string): Promise<void> {
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort();
  const lines = archives.map(async (name) => {
    const archive = await readFile(join(folder, name));
    return `${createHash('sha256').update(archive).digest('hex')}  ${name}\n`;
  });
  await writeFile(join(folder, 'SHA256SUMS'), await Promise.all(lines));
  // `ssh-keygen` asks before it overwrites.
  await rm(join(folder, 'SHA256SUMS.sig'), { force: true });
  const key = process.env.PACKAGE_SIGNING_KEY;
  if (!key) return;
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'pasarela', 'SHA256SUMS'], {
    cwd: folder,
    stdio: 'ignore',
  });
}
