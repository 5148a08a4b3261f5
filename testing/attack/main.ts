import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { failed, missedBy, type Plan, p50, p99, type Row, runAttacks } from './campaign';
import { runHung } from './hung';

/**
 * `npm run attack`: what strangers, users and accidents can do to the process of the pages, each
 * while lookups go on at 50 a second, and what that does to the lookups. Ends with 1 when a
 * requirement is missed. `--only TEXT` runs the attacks whose name contains it. `--hung N` has N
 * queries hang at their source instead, for `--timeout-ms` and with `--in-flight` allowed at once.
 */

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    hung: { type: 'string' },
    'timeout-ms': { type: 'string', default: '30000' },
    'in-flight': { type: 'string' },
  },
});

const PLAN: Plan = {
  scale: { connections: 40, open: 1_000, signIns: 500, exports: 200 },
  idleMs: 4_000,
  attackMs: 10_000,
  releaseMs: 60_000,
  only: options.only,
};

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
  const got = Object.entries(outcomes).map(([outcome, count]) => `${outcome}×${count}`);
  printLine(name, [...times, String(failed(row)), grown], `${verdict}(${got.join(' ')})`);
}

async function attack(): Promise<boolean> {
  const [load = 0] = loadavg();
  console.log(`Load average of the machine before the run: ${load.toFixed(2)}`);
  printLine('', CELLS, 'verdict (what the attackers got)');
  const rows = await runAttacks(PLAN, printRow);
  const missed = rows.filter((row) => missedBy(row).length > 0);
  console.log(`${missed.length} of ${rows.length} attacks miss a requirement`);
  return missed.length === 0;
}

async function hung(): Promise<boolean> {
  const report = await runHung({
    queries: Number(options.hung),
    timeoutMs: Number(options['timeout-ms']),
    inFlight: options['in-flight'],
  });
  for (const line of report.lines) console.log(line);
  for (const problem of report.problems) console.log(`MISSED: ${problem}`);
  return report.problems.length === 0;
}

process.exitCode = (await (options.hung === undefined ? attack() : hung())) ? 0 : 1;
