import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { projectRoot } from '@/server/paths';
import { NICENESS } from './supervise';

/** Builds the pages of a checkout in a process of its own, which prints its progress. */
export function buildBeside(signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/build.ts'], {
    cwd: projectRoot,
    // Standard output belongs to the log.
    stdio: ['ignore', 2, 2],
  });
  if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The build of the pages ended with ${code}.`)),
    );
  });
}
