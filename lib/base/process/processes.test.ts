import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { isAlive } from './processes';

const onLinux = process.platform === 'linux';

it.runIf(onLinux)('tells a running process from one that ended and was not collected', async () => {
  // The shell becomes a program that never collects the child it inherited.
  const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  try {
    const [line] = await once(parent.stdout ?? parent, 'data');
    const child = Number(String(line).trim());
    await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
    expect(isAlive(child)).toBe(true);
    const input = parent.stdio[3];
    if (input instanceof Writable) input.end();
    await vi.waitUntil(() => !isAlive(child));
    expect(() => process.kill(child, 0)).not.toThrow();
    expect(isAlive(parent.pid ?? 0)).toBe(true);
  } finally {
    parent.kill('SIGKILL');
  }
  await once(parent, 'exit');
  expect(isAlive(parent.pid ?? 0)).toBe(false);
});
