import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes `SHA256SUMS` over the archives of a folder and, with `PACKAGE_SIGNING_KEY` (the file of an
 * SSH key), its signature `SHA256SUMS.sig`.
 */
export async function writeSums(folder: string): Promise<void> {
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort();
  const sums = execFileSync('sha256sum', archives, { cwd: folder });
  await writeFile(join(folder, 'SHA256SUMS'), sums);
  // `ssh-keygen` asks before it overwrites.
  await rm(join(folder, 'SHA256SUMS.sig'), { force: true });
  const key = process.env.PACKAGE_SIGNING_KEY;
  if (!key) return;
  execFileSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'pasarela', 'SHA256SUMS'], {
    cwd: folder,
    stdio: 'ignore',
  });
}
