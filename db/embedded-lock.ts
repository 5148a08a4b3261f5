import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@/lib/base/process/processes';

const WAIT_MS = 120_000;
const PAUSE_MS = 50;

/** Runs `work` while no other process creates, starts or stops the server of this folder. */
export async function locked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, 'postgres.lock');
  await take(file);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // A process that died left its lock behind. An empty file is just being written.
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    else if (Date.now() > deadline) throw new Error(`${file} is held by process ${holder}.`);
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
