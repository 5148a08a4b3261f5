import type { AddedLatency, Figures } from './measure';

export interface Measured {
  readonly compared: Readonly<Record<'a' | 'b' | 'c' | 'd', Figures>>;
  readonly spread: Readonly<Record<'c1' | 'c10' | 'c300' | 'b300', Figures>>;
  readonly added: AddedLatency;
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
  line(`${''.padEnd(width)}  ${['req/s', 'p50 ms', 'p99 ms', 'CPU ms/req'].map(cell).join('')}`);
  for (const [name, { perSecond, p50Ms, p99Ms, cpuMs }] of Object.entries(rows)) {
    const cells = [
      perSecond.toFixed(0),
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      cpuMs?.toFixed(3) ?? '-',
    ];
    line(`${(labels[name] ?? name).padEnd(width)}  ${cells.map(cell).join('')}`);
  }
  line();
}

type Rows = Readonly<Record<string, Figures>>;

const CELL_WIDTH = 12;

function cell(text: string): string {
  return text.padStart(CELL_WIDTH);
}

function line(text = ''): void {
  process.stdout.write(`${text}\n`);
}

/** What the gateway has to hold against a route of its own framework and a careful rival. */
function targetsOf({ compared: { a, b, c }, spread, added }: Measured): Target[] {
  const ratio = (name: string, value: number, atLeast: number) => ({
    name,
    value,
    atLeast,
    unit: 'x',
  });
  const oneCaller = spread.c1.perSecond;
  return [
    ratio('throughput, gateway to Express service', c.perSecond / b.perSecond, 2.5),
    ratio('throughput, gateway to bare Next route', c.perSecond / a.perSecond, 1.5),
    { name: 'p99, gateway to Express service', value: c.p99Ms / b.p99Ms, atMost: 1, unit: 'x' },
    { name: 'added latency, p50', value: added.p50Ms, atMost: 4, unit: 'ms' },
    { name: 'added latency, p99', value: added.p99Ms, atMost: 20, unit: 'ms' },
    ratio('throughput, 10 integrations to 1', spread.c10.perSecond / oneCaller, 0.9),
    ratio('throughput, 300 integrations to 1', spread.c300.perSecond / oneCaller, 0.9),
  ];
}

/** Prints every target with its value; gives the names of those that were missed. */
export function printTargets(measured: Measured): string[] {
  const missed: string[] = [];
  for (const { name, value, unit, atLeast, atMost } of targetsOf(measured)) {
    const met =
      (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
    const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    line(`${met ? 'met   ' : 'MISSED'}  ${name.padEnd(42)}${value.toFixed(2)} ${unit} (${bound})`);
    if (!met) missed.push(name);
  }
  return missed;
}
