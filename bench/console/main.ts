import { parseArgs } from 'node:util';
import { printDrop } from '@/bench/records/drop-month';
import { printExport } from '@/bench/records/export';
import { scenariosOf } from '@/bench/records/scenarios';
import type { LargeOptions } from '@/testing/large/seed';
import { signIn, type Visitor } from '@/testing/visitor';
import { timeRequests } from './measure';
import { addressesToMeasure } from './pages';
import { type Measured, printStatements, printTable, type Target } from './report';
import { type Stage, setStage } from './stage';

/**
 * `npm run bench:console` measures every page of the console over a year of data. `npm run bench:records`
 * (`--records`) measures searches among ten million queries with the plan of every statement, an export,
 * and the drop of a month while queries are recorded. Requests go one at a time. Exits with 1 when a
 * limit is missed. `--quick` shows that everything runs, `--keep` leaves the database for the next time,
 * `--only TEXT` measures what contains it, and `--explain` prints the statements and slow plans, which
 * takes time itself.
 */

const { values: options } = parseArgs({
  options: {
    records: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const REQUESTS = options.quick ? 3 : 30;
const WARM_UP = 30;
const MONTHS = 13;
const PAGE_LIMITS = { serverMs: 150, databaseMs: 50 };
/** Limits on the months that a search reads come from the plans. */
const explain = options.explain || options.records;

function dataOf({ quick, records }: typeof options): LargeOptions {
  if (records) {
    const size = quick
      ? { records: 50_000, integrations: 50 }
      : { records: 10_000_000, integrations: 300 };
    return { ...size, months: MONTHS, identifiersDays: 400 };
  }
  const size = quick
    ? { records: 20_000, integrations: 50 }
    : { records: 1_000_000, integrations: 500, ledger: 2_000_000 };
  return { ...size, months: MONTHS, identifiersDays: 90 };
}

/** Lists every page for each visitor. */
function pageTargets(stage: Stage, visitors: readonly Visitor[]): Target[] {
  return addressesToMeasure(stage).flatMap(({ path, isExtra }) =>
    visitors.map((visitor) => ({
      name: `${visitor.role.padEnd(8)} ${path}`,
      path,
      visitor,
      limits: isExtra ? {} : PAGE_LIMITS,
    })),
  );
}

async function searchTargets(stage: Stage, visitor: Visitor): Promise<Target[]> {
  // The first scenario would pay for what the app compiles while it begins to serve.
  await timeRequests(stage, { path: '/console/queries', visitor }, WARM_UP);
  const scenarios = await scenariosOf(stage, MONTHS);
  return scenarios.map((scenario) => ({ ...scenario, visitor }));
}

async function measureAll(stage: Stage, targets: readonly Target[]): Promise<boolean> {
  const all: Measured[] = [];
  for (const target of targets.filter(({ name }) => name.includes(options.only))) {
    note(target.name);
    all.push({ ...target, ...(await timeRequests(stage, target, REQUESTS)) });
  }
  if (explain) for (const measured of all) printStatements(measured);
  return printTable(all);
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<boolean> {
  const name = options.records ? 'bench-records' : 'bench-console';
  const stage = await setStage({ name, data: dataOf(options), explain, note });
  try {
    const support = await signIn(stage.app.url, stage.databaseUrl, 'soporte');
    if (!options.records) {
      const admin = await signIn(stage.app.url, stage.databaseUrl, 'admin');
      return await measureAll(stage, pageTargets(stage, [admin, support]));
    }
    const found = await measureAll(stage, await searchTargets(stage, support));
    note('exporting');
    const exported = await printExport(stage, support);
    await stage.app.stop();
    note('dropping a month');
    return (await printDrop(stage)) && exported && found;
  } finally {
    await stage.clear(options.keep);
  }
}

process.exitCode = (await main()) ? 0 : 1;
