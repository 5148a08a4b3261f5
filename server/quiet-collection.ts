import { performance } from 'node:perf_hooks';

const CHECK_EVERY_MS = 5_000;
/** A collection stops everything for some 30 ms, and makes V8 start small again. */
const QUIET_UTILIZATION = 0.05;
const QUIET_CHECKS = 4;
const WORTH_COLLECTING_BYTES = 4 * 1024 * 1024;

/**
 * Collects garbage when the process falls quiet after a flood. V8 collects when memory is asked for,
 * so a process without work would keep what the flood left. Does nothing without `--expose-gc`.
 */
export function collectWhenQuiet(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let utilization = performance.eventLoopUtilization();
  let collectedBytes = process.memoryUsage.rss();
  let quietChecks = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, utilization);
    utilization = now;
    quietChecks = since.utilization < QUIET_UTILIZATION ? quietChecks + 1 : 0;
    if (quietChecks < QUIET_CHECKS) return;
    if (process.memoryUsage.rss() - collectedBytes < WORTH_COLLECTING_BYTES) return;
    gc();
    collectedBytes = process.memoryUsage.rss();
  }, CHECK_EVERY_MS).unref();
}
