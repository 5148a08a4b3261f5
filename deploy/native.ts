import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockedPackages } from './lock';

/** Lists the packages of this processor among files, such as `@node-rs/argon2-linux-x64-gnu`. */
export function nativePackages(files: readonly string[]): string[] {
  const pattern = new RegExp(
    `^node_modules/((?:@[^/]+/)?[^/]*-${process.platform}-${process.arch}(?:-[^/]+)?)/`,
  );
  return [...new Set(files.flatMap((file) => pattern.exec(file)?.[1] ?? []))];
}

/** Replaces native packages in `folder` by those of another processor, as the lock has them. */
export async function replaceNative(
  folder: string,
  names: readonly string[],
  cpu: string,
): Promise<void> {
  const packages = await lockedPackages();
  const temporary = await mkdtemp(join(tmpdir(), 'pasarela-native-'));
  for (const name of names) {
    const other = name.replace(`-${process.arch}`, `-${cpu}`);
    const { version, integrity } = packages[`node_modules/${other}`] ?? {};
    const pack = ['pack', `${other}@${version}`, '--silent', '--pack-destination', temporary];
    const archive = join(temporary, execFileSync('npm', pack, { encoding: 'utf8' }).trim());
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (integrity !== `sha512-${digest}`) throw new Error(`${other} is not what the lock names.`);
    const place = join(folder, 'node_modules', other);
    await mkdir(place, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '--directory', place]);
    await rm(join(folder, 'node_modules', name), { recursive: true });
  }
  await rm(temporary, { recursive: true });
}
