import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { isAlive } from './processes';

it('tells a running process from one that ended and was not collected', async () => {
  // The shell becomes a program that never collects the child it inherited.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(parent.stdout, 'data');
    const uncollected = Number(String(line).trim());
    await vi.waitUntil(() => !isAlive(uncollected));
    expect(() => process.kill(uncollected, 0)).not.toThrow();
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
  await once(parent, 'exit');
  expect(isAlive(parent.pid ?? 0)).toBe(false);
});
