import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LogBuffer } from './log-buffer';

const LINE = `${'x'.repeat(1_023)}\n`;
const WRITTEN = 10_000;

it('never waits for a reader, drops what exceeds the buffer, and says how much once it is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-log-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
  const fd = openSync(path, constants.O_WRONLY);
  const buffer = new LogBuffer(fd);
  const told: number[] = [];
  buffer.onRoom = (dropped) => told.push(dropped);
  try {
    reader.pause();
    const startedAt = performance.now();
    for (let written = 0; written < WRITTEN; written += 1) {
      buffer.write(LINE);
      if (written % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const { dropped } = buffer;
    expect(dropped).toBeGreaterThan(0);
    let bytes = 0;
    reader.on('data', (chunk) => (bytes += chunk.length)).resume();
    await expect.poll(() => bytes / LINE.length + dropped, { timeout: 10_000 }).toBe(WRITTEN);
    expect(told).toEqual([dropped]);
  } finally {
    reader.destroy();
    closeSync(fd);
    rmSync(folder, { recursive: true });
  }
});
