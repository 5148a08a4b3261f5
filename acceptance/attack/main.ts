import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeCounts } from '@/acceptance/load/client';
import { SECOND_MS } from '@/lib/base/time/time';
import { failed, missedBy, p50, p99, QUICK, type Row, runAttacks, WHOLE } from './campaign';
import { runHung } from './hung';

/**
 * `npm run attack`: attacks by strangers and users, and accidents of the pages process, one after
 * another, while lookups go on at 50 a second. Exits with 1 when the lookups miss a requirement.
 * `--quick` shows that everything runs; `--only TEXT`, which may be repeated, runs the attacks whose
 * name contains it. `--hung N` has N queries hang at their source instead.
 */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [''] },
    hung: { type: 'string' },
  },
});

const CELLS = ['idle p50', 'p50', 'p99', 'failed', 'memory'] as const;
const CELL_WIDTH = 10;
const NAME_WIDTH = 28;

function printLine(name: string, cells: readonly string[], rest: string): void {
  const padded = cells.map((cell) => cell.padStart(CELL_WIDTH)).join('');
  console.log(`${name.padEnd(NAME_WIDTH)}${padded}  ${rest}`);
}

function printRow(row: Row): void {
  const { name, idle, load, grownBytes, outcomes } = row;
  const times = [p50(idle), p50(load), p99(load)].map((ms) => `${ms.toFixed(1)} ms`);
  const grown = `${(grownBytes / 1e6).toFixed(0)} MB`;
  const missed = missedBy(row);
  const verdict = missed.length === 0 ? 'met   ' : `MISSED: ${missed.join('; ')} `;
  printLine(
    name,
    [...times, String(failed(row)), grown],
    `${verdict}(${describeCounts(outcomes)})`,
  );
}

async function attack(): Promise<boolean> {
  const [load = 0] = loadavg();
  console.log(`Load average of the machine before the run: ${load.toFixed(2)}`);
  printLine('', CELLS, 'verdict (what the attackers got)');
  const plan = options.quick ? QUICK : WHOLE;
  const includes = (name: string) => options.only.some((text) => name.includes(text));
  const rows = await runAttacks({ ...plan, includes }, printRow);
  const missed = rows.filter((row) => missedBy(row).length > 0);
  console.log(`${missed.length} of ${rows.length} attacks miss a requirement`);
  return missed.length === 0;
}

const P95_LIMIT_MS = 100;

async function hung(): Promise<boolean> {
  const { times, problems, statuses } = await runHung(Number(options.hung), 30 * SECOND_MS);
  console.log(`${options.hung} queries hung and were answered ${describeCounts(statuses)}`);
  for (const { lookup, p95Ms } of times) {
    const verdict = p95Ms < P95_LIMIT_MS ? 'met   ' : 'MISSED';
    console.log(`${verdict}  p95 of ${lookup.padEnd(8)} ${p95Ms.toFixed(1)} ms`);
  }
  for (const problem of problems) console.log(`MISSED  ${problem}`);
  return problems.length === 0 && times.every(({ p95Ms }) => p95Ms < P95_LIMIT_MS);
}

process.exitCode = (await (options.hung === undefined ? attack() : hung())) ? 0 : 1;
