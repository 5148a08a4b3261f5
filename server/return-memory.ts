import { performance } from 'node:perf_hooks';

const CHECK_EVERY_MS = 5_000;
/** A collection stops everything for some 30 ms, and makes V8 start small again. */
const QUIET_UTILIZATION = 0.05;
const QUIET_CHECKS = 4;
const WORTH_COLLECTING_BYTES = 4 * 1024 * 1024;

/**
 * Returns memory to the system when the process falls quiet after a flood. V8 collects when memory is
 * asked for, so a process without work would keep what the flood left. Does nothing without
 * `--expose-gc`. Decision 0002 ("Limits on everybody else"): a flood left 12 MB in the young generation alone.
 */
export function returnMemoryWhenQuiet(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let utilization = performance.eventLoopUtilization();
  let keptBytes = process.memoryUsage.rss();
  let collected = false;
  let quietChecks = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, utilization);
    utilization = now;
    const bytes = process.memoryUsage.rss();
    quietChecks = since.utilization < QUIET_UTILIZATION ? quietChecks + 1 : 0;
    // V8 returns the memory to the system some time after the collection.
    if (collected && quietChecks > 0) keptBytes = bytes;
    collected = false;
    if (quietChecks < QUIET_CHECKS || bytes - keptBytes < WORTH_COLLECTING_BYTES) return;
    gc();
    // Only a collection of the young generation gives back what it does not need.
    gc({ type: 'minor' });
    collected = true;
  }, CHECK_EVERY_MS).unref();
}

const COLLECTED_BUFFER_BYTES = 4 * 1024 * 1024;
let bufferBytes = 0;

/**
 * Counts bytes of buffers in which bodies and rendered pages arrive, and collects these. V8 would wait
 * for 64 MB of them, because they are not on its heap (decision 0002).
 */
export function countBufferBytes(bytes: number): void {
  bufferBytes += bytes;
  if (bufferBytes < COLLECTED_BUFFER_BYTES) return;
  bufferBytes = 0;
  globalThis.gc?.({ type: 'minor' });
}
