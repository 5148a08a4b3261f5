import { type AddedLatency, medianRatio, type Series } from './measure';

export interface Measured {
  readonly compared: Readonly<Record<'a' | 'b' | 'f' | 'c', Series>>;
  readonly spread: Readonly<Record<'c1' | 'c10' | 'c300' | 'b300', Series>>;
  readonly added: Readonly<Record<'b' | 'c', AddedLatency>>;
  /** Resident memory of the gateway's first process. */
  readonly memory: { readonly idleBytes: number; readonly peakBytes: number };
}

interface Target {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export function printFigures(labels: Readonly<Record<string, string>>, rows: Rows): void {
  const width = Math.max(...Object.values(labels).map((label) => label.length));
  line(
    `${''.padEnd(width)}  ${['req/s', 'p50 ms', 'p99 ms', 'CPU ms/req', 'PG ms/req'].map(cell).join('')}`,
  );
  for (const [name, { median }] of Object.entries(rows)) {
    const { perSecond, p50Ms, p99Ms, cpuMs, databaseCpuMs } = median;
    const cells = [
      perSecond.toFixed(0),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      cpuMs?.toFixed(3) ?? '-',
      databaseCpuMs?.toFixed(3) ?? '-',
    ];
    line(`${(labels[name] ?? name).padEnd(width)}  ${cells.map(cell).join('')}`);
  }
  line();
}

type Rows = Readonly<Record<string, Series>>;

const CELL_WIDTH = 12;

function cell(text: string): string {
  return text.padStart(CELL_WIDTH);
}

function line(text = ''): void {
  process.stdout.write(`${text}\n`);
}

/** Returns the targets: the gateway compared with a bare Next route and an Express or Fastify peer. */
function targetsOf({ compared: { a, b, f, c }, spread, added }: Measured): Target[] {
  const throughput = (name: string, one: Series, other: Series, atLeast: number) => ({
    name: `throughput, ${name}`,
    value: medianRatio(one, other, 'perSecond'),
    atLeast,
    unit: 'x',
  });
  const p99 = medianRatio(c, b, 'p99Ms');
  return [
    throughput('gateway to Express', c, b, 3),
    throughput('gateway to Fastify', c, f, 0.8),
    {
      name: 'CPU of the process, gateway to Fastify',
      value: medianRatio(c, f, 'cpuMs'),
      atMost: 1.5,
      unit: 'x',
    },
    throughput('gateway to bare Next route', c, a, 1.8),
    { name: 'p99, gateway to Express', value: p99, atMost: 1, unit: 'x' },
    {
      name: 'added latency, p50, gateway to Express',
      value: added.c.p50Ms / added.b.p50Ms,
      atMost: 1,
      unit: 'x',
    },
    { name: 'added latency, p99', value: added.c.p99Ms, atMost: 20, unit: 'ms' },
    throughput('10 integrations to 1', spread.c10, spread.c1, 0.9),
    throughput('300 integrations to 1', spread.c300, spread.c1, 0.9),
  ];
}

/** Prints every target with its value. Returns the names of the missed ones. */
export function printTargets(measured: Measured): string[] {
  const missed: string[] = [];
  for (const { name, value, unit, atLeast, atMost } of targetsOf(measured)) {
    const met =
      (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
    const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    if (!printVerdict(met, `${name.padEnd(42)}${value.toFixed(2)} ${unit} (${bound})`)) {
      missed.push(name);
    }
  }
  return missed;
}

/** Prints whether a target is met, and returns it. */
export function printVerdict(met: boolean, text: string): boolean {
  line(`${met ? 'met   ' : 'MISSED'}  ${text}`);
  return met;
}
