import { parseArgs } from 'node:util';
import { slowest, type Timed, timeRequests } from '@/bench/console/measure';
import { percentile } from '@/bench/console/report';
import { type Stage, setStage } from '@/bench/console/stage';
import { signIn, type Visitor } from '@/testing/visitor';
import { type DroppedMonth, measureDrop } from './drop-month';
import { type ExportFigures, measureExport } from './export';
import { monthsRead } from './plans';
import { type Scenario, scenariosOf } from './scenarios';

/**
 * `npm run bench:records`: looking for queries among ten million of them as support does, with the
 * plan of every statement, and dropping a month while queries are recorded. Ends with 1 when a limit
 * is missed or months are read in vain. `--database-url URL` takes a database that is filled already
 * (with `--identifiers-days 400`), `--keep` leaves the one made here, `--quick` shows that everything
 * runs.
 */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    requests: { type: 'string' },
    'database-url': { type: 'string' },
  },
});

const REQUESTS = Number(options.requests ?? (options.quick ? 3 : 30));
const WARM_UP = 30;
const MONTHS = 13;
const DATA = {
  records: options.quick ? 50_000 : 10_000_000,
  integrations: options.quick ? 50 : 300,
  ledger: undefined,
  months: MONTHS,
  identifiersDays: 400,
};
const DROP_LIMIT_MS = 1_000;
/** The export's time beside that of the database's own copy. */
const EXPORT_LIMIT = 3;
const EXPORT_GROWTH_BYTES = 100_000_000;

interface Result {
  readonly scenario: Scenario;
  readonly timed: Timed;
  readonly problems: readonly string[];
}

async function measureAll(stage: Stage, visitor: Visitor): Promise<Result[]> {
  const results: Result[] = [];
  // The first scenario would pay for what the app compiles while it begins to serve.
  await timeRequests(stage, '/console/queries', visitor, WARM_UP);
  for (const scenario of await scenariosOf(stage, MONTHS)) {
    if (!scenario.name.includes(options.only)) continue;
    note(scenario.name);
    const timed = await timeRequests(stage, scenario.path, visitor, REQUESTS);
    results.push({ scenario, timed, problems: problemsOf(scenario, timed) });
  }
  return results;
}

function problemsOf({ limitMs, months }: Scenario, timed: Timed): string[] {
  const p95Ms = percentile(timed.serverMs, 0.95);
  const read = monthsRead(timed);
  return [
    ...(timed.status === 200 ? [] : [`answered ${timed.status}`]),
    ...(p95Ms > limitMs ? [`takes longer than ${limitMs} ms`] : []),
    ...(read.size > months ? [`reads ${read.size} months instead of ${months}`] : []),
  ];
}

function printPlans({ scenario, timed }: Result): void {
  console.log(`\n${scenario.name}: ${scenario.path}`);
  for (const { text, ms, plan } of slowest(timed)) {
    console.log(`  ${ms.toFixed(1)} ms  ${plan ?? text}`);
  }
}

const CELL_WIDTH = 13;

function printTable(results: readonly Result[]): void {
  const width = Math.max(...results.map(({ scenario }) => scenario.name.length));
  const row = (label: string, cells: readonly string[]) =>
    console.log(label.padEnd(width) + cells.map((cell) => cell.padStart(CELL_WIDTH)).join(''));
  row('', ['server p50', 'p95', 'CPU ms', 'database p50', 'p95', 'statements', 'months', 'limit']);
  for (const { scenario, timed, problems } of results) {
    const ms = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
    row(scenario.name, [
      ...[ms(timed.serverMs, 0.5), ms(timed.serverMs, 0.95), timed.cpuMs?.toFixed(1) ?? '-'],
      ...[ms(timed.databaseMs, 0.5), ms(timed.databaseMs, 0.95)],
      ...[String(slowest(timed).length), String(monthsRead(timed).size), `${scenario.limitMs} ms`],
      problems.length === 0 ? '' : `  MISSED: ${problems.join(', ')}`,
    ]);
  }
}

function printDrop({ records, dropMs, queriesPerSecond, longestQueryMs }: DroppedMonth): boolean {
  return verdict(
    dropMs <= DROP_LIMIT_MS,
    `a month of ${records} records dropped in ${dropMs.toFixed(0)} ms (≤ ${DROP_LIMIT_MS}), ` +
      `at ${queriesPerSecond.toFixed(0)} queries a second, the longest of which took ` +
      `${longestQueryMs.toFixed(0)} ms`,
  );
}

function printExport({ rows, exportMs, copyMs, grownBytes }: ExportFigures): boolean {
  const ratio = exportMs / copyMs;
  const rate = ((rows * 1_000) / exportMs).toFixed(0);
  const [ms, copied] = [exportMs.toFixed(0), copyMs.toFixed(0)];
  const [grown, mayGrow] = [grownBytes, EXPORT_GROWTH_BYTES].map((bytes) =>
    (bytes / 1e6).toFixed(0),
  );
  const inTime = verdict(
    ratio <= EXPORT_LIMIT,
    `${rows} records exported in ${ms} ms, ${rate} a second; the database's own copy takes ${copied} ms: ` +
      `${ratio.toFixed(2)} times (≤ ${EXPORT_LIMIT})`,
  );
  const small = verdict(
    grownBytes <= EXPORT_GROWTH_BYTES,
    `${grown} MB of memory for it (≤ ${mayGrow})`,
  );
  return inTime && small;
}

function verdict(met: boolean, text: string): boolean {
  console.log(`${met ? 'met   ' : 'MISSED'}  ${text}`);
  return met;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<boolean> {
  const databaseUrl = options['database-url'];
  const stage = await setStage({
    name: 'bench-records',
    databaseUrl,
    data: DATA,
    explain: true,
    note,
  });
  try {
    const visitor = await signIn(stage.app.url, stage.databaseUrl, 'soporte');
    const results = await measureAll(stage, visitor);
    for (const result of results) printPlans(result);
    printTable(results);
    note('exporting');
    const exported = printExport(await measureExport(stage, visitor));
    await stage.app.stop();
    note('dropping a month');
    const dropped = printDrop(await measureDrop(stage.databaseUrl));
    return exported && dropped && results.every(({ problems }) => problems.length === 0);
  } finally {
    await stage.clear(options.keep);
  }
}

process.exitCode = (await main()) ? 0 : 1;
