import { parseArgs } from 'node:util';
import { timeRequests } from '@/bench/console/measure';
import { type Measured, printStatements, printTable } from '@/bench/console/report';
import { type Stage, setStage } from '@/bench/console/stage';
import { signIn, type Visitor } from '@/testing/visitor';
import { type DroppedMonth, measureDrop } from './drop-month';
import { type ExportFigures, measureExport } from './export';
import { scenariosOf } from './scenarios';

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

async function measureAll(stage: Stage, visitor: Visitor): Promise<Measured[]> {
  const all: Measured[] = [];
  // The first scenario would pay for what the app compiles while it begins to serve.
  await timeRequests(stage, '/console/queries', visitor, WARM_UP);
  for (const { name, path, limits } of await scenariosOf(stage, MONTHS)) {
    if (!name.includes(options.only)) continue;
    note(name);
    all.push({ name, limits, ...(await timeRequests(stage, path, visitor, REQUESTS)) });
  }
  return all;
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
  const inTime = verdict(
    ratio <= EXPORT_LIMIT,
    `${rows} records exported in ${exportMs.toFixed(0)} ms; the database's own copy takes ` +
      `${copyMs.toFixed(0)} ms: ${ratio.toFixed(2)} times (≤ ${EXPORT_LIMIT})`,
  );
  const small = verdict(
    grownBytes <= EXPORT_GROWTH_BYTES,
    `${(grownBytes / 1e6).toFixed(0)} MB of memory for it (≤ ${EXPORT_GROWTH_BYTES / 1e6})`,
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
    const all = await measureAll(stage, visitor);
    for (const measured of all) printStatements(measured);
    const found = printTable(all);
    note('exporting');
    const exported = printExport(await measureExport(stage, visitor));
    await stage.app.stop();
    note('dropping a month');
    const dropped = printDrop(await measureDrop(stage.databaseUrl));
    return exported && dropped && found;
  } finally {
    await stage.clear(options.keep);
  }
}

process.exitCode = (await main()) ? 0 : 1;
