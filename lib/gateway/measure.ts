import { POOL_SIZE } from '@/db/client';
import { Batch, type WatchRun } from '@/lib/base/process/batch';
import { type Metrics, setState } from '@/lib/base/telemetry/metrics';
import type { Tracing } from '@/lib/base/telemetry/tracing';
import { SECOND_MS } from '@/lib/base/time/time';
import { type Ending, responsibleFor, statusOf } from '@/lib/contract/ending';
import { FAILURES } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { Switches } from '@/lib/incidents/switched-off';
import type { Limits } from '@/lib/limits/limits';
import type { Channel } from '@/lib/sources/channel';
import type { Call } from './call';
import type { Verdict } from './verdict';

/** Counts an answered request and measures the time that it and its steps took. */
export function measureLookup(
  metrics: Metrics,
  lookup: Lookup,
  { ending, responsible, status }: Verdict,
  { startedAt, trace: { stepsMs } }: Call,
): void {
  metrics.lookups.inc({ lookup, outcome: ending, responsible, status });
  const durationMs = performance.now() - startedAt;
  metrics.duration.observe({ lookup }, durationMs / SECOND_MS);
  metrics.ownDuration.observe({ lookup }, (durationMs - (stepsMs.source ?? 0)) / SECOND_MS);
  for (const [step, ms] of Object.entries(stepsMs)) metrics.steps.observe({ step }, ms / SECOND_MS);
}

const UNREADABLE = { word: 'unreadable', status: 200, unreadable: ['datos'] } as const;
const UNREAD_SUCCESS = { word: 'source_not_found', unreadable: ['exito'] } as const;
/** Answers of the person registry that are passed on although something is wrong. */
const passedOn = [401, 402, 403, 500, 502, 503].map(
  (status) => ({ word: 'passed_on', status, unreadable: [] }) as const,
);
const faults: readonly Ending[] = [
  UNREADABLE,
  UNREAD_SUCCESS,
  ...passedOn,
  ...FAILURES.map((word) => ({ word })),
];

/**
 * Starts the series of every fault at 0: Prometheus sees no increase in the first value of a series,
 * and so would miss the first failures.
 */
export function startSeries({ lookups }: Metrics): void {
  for (const lookup of LOOKUPS) {
    const { family } = lookupFacts[lookup];
    for (const ending of faults) {
      const responsible = responsibleFor(ending, family);
      const labels = {
        lookup,
        outcome: ending.word,
        responsible,
        status: statusOf(ending, family),
      };
      if (responsible === 'ours' || responsible === 'source') lookups.inc(labels, 0);
    }
  }
}

/** Makes the function that measures and traces the runs of a batch. */
export function watchBatch(
  { batchSize, batchDuration }: Metrics,
  tracing: Tracing | undefined,
  batch: string,
): WatchRun {
  return (members) => {
    const startedAt = performance.now();
    const span = tracing?.startBatch(`batch ${batch}`, members);
    batchSize.observe({ batch }, members.length);
    return () => {
      batchDuration.observe({ batch }, (performance.now() - startedAt) / SECOND_MS);
      span?.end();
    };
  };
}

interface Watched {
  readonly channels: Readonly<Record<Lookup, Channel>>;
  readonly limits: Limits;
  readonly switches: Switches;
  readonly maxInFlight: number;
}

/** Sets the gauges of a gateway's parts whenever the metrics are read. */
export function watchGateway(
  metrics: Metrics,
  { channels, limits, switches, maxInFlight }: Watched,
): void {
  metrics.onRead(() => {
    metrics.pool.set(POOL_SIZE);
    metrics.maxInFlight.set(maxInFlight);
    metrics.batchWaiting.set(Batch.waiting);
    setState(metrics.limiter, ['memory', 'redis', 'degraded'], limits.state());
    for (const lookup of LOOKUPS) {
      const { inFlight, connections, circuit } = channels[lookup];
      metrics.inFlight.set({ lookup }, inFlight);
      metrics.switchedOff.set({ lookup }, Number(switches.off.has(lookup)));
      metrics.sourceConnections.set({ lookup }, connections.open);
      metrics.sourceQueue.set({ lookup }, connections.waiting);
      setState(metrics.circuit, ['closed', 'half_open', 'open'], circuit, { lookup });
    }
  });
}
