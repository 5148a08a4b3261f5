import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '@/lib/base/process/processes';
import { startEmbeddedPostgres } from './embedded';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela embedded '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return (await client`SELECT 1`).length === 1;
  } finally {
    await client.end({ timeout: 5 });
  }
}

describe('the embedded server', () => {
  it('is one for two first starts at once, and stops with the last of them', async () => {
    const [one, two] = await Promise.all([
      startEmbeddedPostgres(folder),
      startEmbeddedPostgres(folder),
    ]);
    expect(two.url).toBe(one.url);
    await one.stop();
    expect(await answers(two.url)).toBe(true);
    await two.stop();
    // pg_ctl waits for the end of the lock file, which comes just before that of the process.
    await expect.poll(() => isAlive(two.pid)).toBe(false);
  });

  it('starts although its lock file names an unrelated program', async () => {
    const first = await startEmbeddedPostgres(folder);
    const lock = join(folder, 'postgres', 'postmaster.pid');
    const text = await readFile(lock, 'utf8');
    await first.stop();
    await writeFile(lock, text.replace(/^\d+/, String(process.pid)));
    const second = await startEmbeddedPostgres(folder);
    expect(await answers(second.url)).toBe(true);
    await second.stop();
  });
});
