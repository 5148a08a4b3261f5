import { slowest, type Timed } from './measure';

/** What was measured of one address for one role. */
export interface Measured extends Timed {
  readonly role: string;
  readonly path: string;
  readonly scriptBytes?: number;
  /** More than a page shows by itself: measured for who looks, held to no limit. */
  readonly isExtra?: boolean;
}

export const LIMITS = { serverMs: 150, databaseMs: 50, scriptBytes: 250_000 } as const;

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Which limits a page misses, by name; none for one that is not for that role. */
export function missedBy(measured: Measured): string[] {
  const { serverMs, databaseMs, scriptBytes = 0, isExtra = false } = measured;
  if (isExtra) return [];
  return [
    ...(percentile(serverMs, 0.95) > LIMITS.serverMs ? ['server'] : []),
    ...(percentile(databaseMs, 0.95) > LIMITS.databaseMs ? ['database'] : []),
    ...(scriptBytes > LIMITS.scriptBytes ? ['scripts'] : []),
  ];
}

const HEADINGS = ['server p50', 'p95', 'CPU ms', 'database p50', 'p95', 'statements', 'script kB'];
const CELL_WIDTH = 14;

/** The table: a line per address, with the limits it misses at its end. */
export function tableOf(all: readonly Measured[]): string[] {
  const labels = all.map(({ role, path, status }) => `${role.padEnd(8)}${status} ${path}`);
  const width = Math.max(...labels.map((label) => label.length));
  const cells = (texts: readonly string[]) =>
    texts.map((text) => text.padStart(CELL_WIDTH)).join('');
  const { serverMs, databaseMs, scriptBytes } = LIMITS;
  const limits = [
    '',
    `≤ ${serverMs} ms`,
    '',
    '',
    `≤ ${databaseMs} ms`,
    '',
    `≤ ${scriptBytes / 1000}`,
  ];
  return [
    ' '.repeat(width) + cells(HEADINGS),
    ' '.repeat(width) + cells(limits),
    ...all.map((measured, place) => (labels[place] ?? '').padEnd(width) + cells(cellsOf(measured))),
  ];
}

function cellsOf(measured: Measured): string[] {
  const { serverMs, cpuMs, databaseMs, scriptBytes } = measured;
  const ms = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  const missed = missedBy(measured);
  return [
    ...[ms(serverMs, 0.5), ms(serverMs, 0.95), cpuMs?.toFixed(1) ?? '-'],
    ...[ms(databaseMs, 0.5), ms(databaseMs, 0.95)],
    String(slowest(measured).length),
    scriptBytes === undefined ? '-' : (scriptBytes / 1000).toFixed(0),
    missed.length === 0 ? '' : `  MISSED: ${missed.join(', ')}`,
  ];
}

const SLOW_STATEMENT_MS = 10;

/** The statements of one address, the slow ones with how they were run. */
export function statementsOf(measured: Measured): string[] {
  return [
    `\n${measured.role} ${measured.path}`,
    ...slowest(measured).flatMap(({ text, ms, plan }) => [
      `  ${ms.toFixed(1).padStart(8)} ms  ${text}`,
      ...(plan === undefined || ms < SLOW_STATEMENT_MS ? [] : [plan]),
    ]),
  ];
}
