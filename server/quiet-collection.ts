import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const CHECK_EVERY_MS = 5_000;
/** Share of the event loop's time in which a pause of some 30 ms disturbs nobody. */
const QUIET_UTILIZATION = 0.25;
const WORTH_COLLECTING_BYTES = 8 * 1024 * 1024;

/**
 * Collects garbage when the process falls quiet after a flood. V8 collects when memory is asked for,
 * so a process without work would keep what the flood left. Does nothing without `--expose-gc`.
 */
export function collectWhenQuiet(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let utilization = performance.eventLoopUtilization();
  let collectedBytes = heapBytes();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, utilization);
    utilization = now;
    if (since.utilization > QUIET_UTILIZATION) return;
    if (heapBytes() - collectedBytes < WORTH_COLLECTING_BYTES) return;
    gc();
    collectedBytes = heapBytes();
  }, CHECK_EVERY_MS).unref();
}

/** Memory that the heap holds, used or not. */
function heapBytes(): number {
  return getHeapStatistics().total_physical_size;
}
