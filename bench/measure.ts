import type { Generator } from './generator';
import { type LoadJob, quantile } from './load-job';
import { cpuTimeMs } from './processes';

/** One thing to measure under load. */
export interface Candidate {
  readonly pid: number;
  readonly job: Omit<LoadJob, 'connections' | 'durationMs'>;
}

/** Of one round, or medians over rounds. */
export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server's process for one request; absent where the system does not tell. */
  readonly cpuMs: number | undefined;
}

export interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

const CONNECTIONS = 50;

/**
 * Measures the candidates in turn, again and again, so that whatever else the machine does hits
 * them alike, and gives the median of each figure over the rounds.
 */
export async function measureInTurn<Name extends string>(
  generator: Generator,
  candidates: Readonly<Record<Name, Candidate>>,
  { rounds, roundMs, warmUpMs }: Pace,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(candidates).filter((name): name is Name => name in candidates);
  const measured = new Map<Name, Figures[]>(names.map((name) => [name, []]));
  for (const name of names) await measureOnce(generator, candidates[name], warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      measured.get(name)?.push(await measureOnce(generator, candidates[name], roundMs));
    }
  }
  const medians = names.map((name) => [name, medianOf(measured.get(name) ?? [])]);
  return Object.fromEntries(medians);
}

async function measureOnce(
  generator: Generator,
  { pid, job }: Candidate,
  durationMs: number,
): Promise<Figures> {
  const cpuBefore = await cpuTimeMs(pid);
  const load = await generator.run({ ...job, connections: CONNECTIONS, durationMs });
  const cpuAfter = await cpuTimeMs(pid);
  const known = cpuBefore !== undefined && cpuAfter !== undefined;
  return {
    perSecond: (load.completed * 1000) / load.elapsedMs,
    p50Ms: quantile(load.latenciesMs, 0.5),
    p99Ms: quantile(load.latenciesMs, 0.99),
    cpuMs: known ? (cpuAfter - cpuBefore) / load.completed : undefined,
  };
}

function medianOf(rounds: readonly Figures[]): Figures {
  const cpu = rounds.map(({ cpuMs }) => cpuMs).filter((ms) => ms !== undefined);
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cpuMs: cpu.length === 0 ? undefined : median(cpu),
  };
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

export interface AddedLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const RATE_PER_SECOND = 50;

/**
 * What a query takes beyond the source itself, at a steady rate. Direct calls to the source and
 * queries take turns; the median direct call is the source's time, so that whatever noise there
 * is counts against us.
 */
export async function measureAdded(
  generator: Generator,
  direct: Candidate['job'],
  through: Candidate['job'],
  { rounds, roundMs }: Pace,
): Promise<AddedLatency> {
  const steady = { connections: CONNECTIONS, ratePerSecond: RATE_PER_SECOND };
  const sourceMs: number[] = [];
  const totalMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const alone = await generator.run({ ...direct, ...steady, durationMs: roundMs / 2 });
    const whole = await generator.run({ ...through, ...steady, durationMs: roundMs });
    sourceMs.push(...alone.latenciesMs);
    totalMs.push(...whole.latenciesMs);
  }
  const source = median(sourceMs);
  totalMs.sort((a, b) => a - b);
  return { p50Ms: quantile(totalMs, 0.5) - source, p99Ms: quantile(totalMs, 0.99) - source };
}
