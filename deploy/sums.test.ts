import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nativePackages } from './native';
import { writeSums } from './sums';

it('archives have sums and a signature that only their key makes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-sums-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  for (const key of ['key', 'stranger']) {
    run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'release', '-f', key);
  }
  await writeFile(join(folder, 'pasarela-1-linux-x64.tar.gz'), 'an archive');
  vi.stubEnv('PACKAGE_SIGNING_KEY', join(folder, 'key'));
  await writeSums(folder);
  run('sha256sum', '--check', 'SHA256SUMS');
  const verify = async (key: string) => {
    await writeFile(
      join(folder, 'signers'),
      `release ${await readFile(join(folder, `${key}.pub`))}`,
    );
    const options = ['-f', 'signers', '-I', 'release', '-n', 'pasarela', '-s', 'SHA256SUMS.sig'];
    return execFileSync('ssh-keygen', ['-Y', 'verify', ...options], {
      cwd: folder,
      input: await readFile(join(folder, 'SHA256SUMS')),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  };
  expect(String(await verify('key'))).toContain('Good "pasarela" signature');
  await expect(verify('stranger')).rejects.toThrow();
});

it('finds the packages of this processor among the files of a package', () => {
  const here = `${process.platform}-${process.arch}`;
  expect(
    nativePackages([
      `node_modules/@node-rs/argon2-${here}-gnu/argon2.node`,
      `node_modules/@node-rs/argon2-${here}-gnu/package.json`,
      `node_modules/plain-${here}/index.js`,
      'node_modules/@node-rs/argon2/index.js',
    ]),
  ).toEqual([`@node-rs/argon2-${here}-gnu`, `plain-${here}`]);
});
