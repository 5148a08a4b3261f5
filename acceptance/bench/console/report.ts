import { quantile } from '@/acceptance/load/job';
import type { SignedIn } from '@/testing/signed-in';
import { monthsRead, slowest, type Timed } from './measure';

/** Limits of an address, each compared with the measured value of the same name. */
export type Limits = Partial<Record<'status' | 'serverMs' | 'databaseMs' | 'months', number>>;

/** An address to measure, asked for by a user. */
export interface Target {
  readonly name: string;
  readonly path: string;
  readonly user: SignedIn;
  readonly limits: Limits;
}

export type Measured = Target & Timed;

function valuesOf(measured: Measured): Required<Limits> {
  const { status, serverMs, databaseMs } = measured;
  return {
    status,
    serverMs: quantile(serverMs, 0.95),
    databaseMs: quantile(databaseMs, 0.95),
    months: monthsRead(measured).size,
  };
}

/** The limits that an address misses, with its values. */
function missedBy(measured: Measured): string[] {
  const values = new Map(Object.entries(valuesOf(measured)));
  return Object.entries(measured.limits).flatMap(([name, limit]) => {
    const value = values.get(name) ?? 0;
    return value <= limit ? [] : [`${name} ${value.toFixed(0)} > ${limit}`];
  });
}

const HEADINGS = [
  'status',
  'server p50',
  'p95',
  'CPU ms',
  'database p50',
  'p95',
  'statements',
  'months',
];
const CELL_WIDTH = 14;

/**
 * Prints a line per address, followed by the limits it misses. Returns true when none is missed.
 */
export function printTable(all: readonly Measured[]): boolean {
  const width = Math.max(...all.map(({ name }) => name.length));
  const print = (name: string, cells: readonly string[], rest = '') => {
    const padded = cells.map((cell) => cell.padStart(CELL_WIDTH)).join('');
    console.log(name.padEnd(width) + padded + rest);
  };
  print('', HEADINGS);
  for (const measured of all) {
    const missed = missedBy(measured);
    print(measured.name, cellsOf(measured), missed.length ? `  MISSED: ${missed.join(', ')}` : '');
  }
  return all.every((measured) => missedBy(measured).length === 0);
}

function cellsOf(measured: Measured): string[] {
  const { status, serverMs, cpuMs, databaseMs } = measured;
  const ms = (values: readonly number[]) =>
    [0.5, 0.95].map((share) => quantile(values, share).toFixed(1));
  return [
    String(status),
    ...ms(serverMs),
    cpuMs?.toFixed(1) ?? '-',
    ...ms(databaseMs),
    String(slowest(measured).length),
    String(monthsRead(measured).size),
  ];
}

const SLOW_STATEMENT_MS = 10;

/** Prints the statements of one address, slow ones with their plans. */
export function printStatements(measured: Measured): void {
  console.log(`\n${measured.name}`);
  for (const { text, ms, plan } of slowest(measured)) {
    console.log(`  ${ms.toFixed(1).padStart(8)} ms  ${text}`);
    if (plan !== undefined && ms >= SLOW_STATEMENT_MS) console.log(plan);
  }
}
