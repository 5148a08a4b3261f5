import type { Generator } from '@/acceptance/load/generator';
import { type LoadJob, quantile } from '@/acceptance/load/job';
import { recordOf } from '@/lib/base/values/record';
import { childrenCpuMs, cpuTimeMs } from '@/testing/proc';

/** A server to measure under load. */
export interface Candidate {
  readonly pid: number;
  readonly job: Omit<LoadJob, 'connections' | 'durationMs'>;
}

/** Figures of one round, or medians over rounds. */
export interface Figures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server's process for one request; absent where the system does not tell. */
  readonly cpuMs: number | undefined;
  /** The same of PostgreSQL's sessions. */
  readonly databaseCpuMs: number | undefined;
}

export interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

/** Figures round by round, and their medians. */
export interface Series {
  readonly rounds: readonly Figures[];
  readonly median: Figures;
}

const CONNECTIONS = 50;

/** Measures all candidates in each round, so that other work of the machine affects them alike. */
export async function measureInTurn<Name extends string>(
  generator: Generator,
  candidates: Readonly<Record<Name, Candidate>>,
  { rounds, roundMs, warmUpMs }: Pace,
  databasePid: number,
): Promise<Record<Name, Series>> {
  const names = keysOf(candidates);
  const measured = new Map<Name, Figures[]>(names.map((name) => [name, []]));
  for (const name of names) await measureOnce(generator, candidates[name], warmUpMs, databasePid);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      measured
        .get(name)
        ?.push(await measureOnce(generator, candidates[name], roundMs, databasePid));
    }
  }
  return recordOf(names, (name) => {
    const ofName = measured.get(name) ?? [];
    return { rounds: ofName, median: medianOf(ofName) };
  });
}

/**
 * Median over the rounds of the ratio within a round: noise that comes and goes with time hits both
 * sides of it.
 */
export function medianRatio(
  one: Series,
  other: Series,
  figure: 'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuMs',
): number {
  return median(
    one.rounds.map(
      (round, number) =>
        (round[figure] ?? Number.NaN) / (other.rounds[number]?.[figure] ?? Number.NaN),
    ),
  );
}

async function measureOnce(
  generator: Generator,
  { pid, job }: Candidate,
  durationMs: number,
  databasePid: number,
): Promise<Figures> {
  const cpuBefore = await cpuTimeMs(pid);
  const databaseBefore = await childrenCpuMs(databasePid);
  const load = await generator.runCleanly({ ...job, connections: CONNECTIONS, durationMs });
  const cpuAfter = await cpuTimeMs(pid);
  const databaseAfter = await childrenCpuMs(databasePid);
  const known = cpuBefore !== undefined && cpuAfter !== undefined;
  return {
    perSecond: (load.completed * 1000) / load.elapsedMs,
    p50Ms: quantile(load.latenciesMs, 0.5),
    p99Ms: quantile(load.latenciesMs, 0.99),
    cpuMs: known ? (cpuAfter - cpuBefore) / load.completed : undefined,
    databaseCpuMs: known ? (databaseAfter - databaseBefore) / load.completed : undefined,
  };
}

function medianOf(rounds: readonly Figures[]): Figures {
  const known = (figure: 'cpuMs' | 'databaseCpuMs') => {
    const values = rounds.map((round) => round[figure]).filter((ms) => ms !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cpuMs: known('cpuMs'),
    databaseCpuMs: known('databaseCpuMs'),
  };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Medians over rounds of a round's quantiles. */
export interface AddedLatency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const RATE_PER_SECOND = 50;

/**
 * Measures the time that a query takes beyond its source, at a steady rate. Direct calls to the
 * source and the candidates take turns. The median direct call is the source's time, so noise in it
 * counts against the candidates.
 */
export async function measureAdded<Name extends string>(
  generator: Generator,
  direct: Candidate['job'],
  candidates: Readonly<Record<Name, Candidate>>,
  { rounds, roundMs }: Pace,
): Promise<Record<Name, AddedLatency>> {
  const atRate = async (job: Candidate['job'], durationMs: number) => {
    const steady = { connections: CONNECTIONS, ratePerSecond: RATE_PER_SECOND };
    const { latenciesMs } = await generator.runCleanly({ ...job, ...steady, durationMs });
    return { p50Ms: quantile(latenciesMs, 0.5), p99Ms: quantile(latenciesMs, 0.99) };
  };
  const names = keysOf(candidates);
  const added = new Map<Name, AddedLatency[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const source = (await atRate(direct, roundMs / 2)).p50Ms;
    // Whoever comes first is slower, so each does in turn.
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const { p50Ms, p99Ms } = await atRate(candidates[name].job, roundMs);
      added.get(name)?.push({ p50Ms: p50Ms - source, p99Ms: p99Ms - source });
    }
  }
  return recordOf(names, (name) => {
    const ofName = added.get(name) ?? [];
    const p50Ms = median(ofName.map((round) => round.p50Ms));
    return { p50Ms, p99Ms: median(ofName.map((round) => round.p99Ms)) };
  });
}

export function keysOf<Name extends string>(candidates: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(candidates).filter((name): name is Name => name in candidates);
}
