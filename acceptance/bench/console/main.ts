import { parseArgs } from 'node:util';
import { printDrop } from '@/acceptance/bench/records/drop-month';
import { printExport } from '@/acceptance/bench/records/export';
import { scenariosOf } from '@/acceptance/bench/records/scenarios';
import type { LargeOptions } from '@/acceptance/large/seed';
import { type SignedIn, signIn } from '@/testing/signed-in';
import { timeRequests } from './measure';
import { addressesToMeasure } from './pages';
import { type Measured, printStatements, printTable, type Target } from './report';
import { type Setup, setUp } from './setup';

/**
 * `npm run bench:console` measures every page of the console over a year of data. `npm run bench:records`
 * (`--records`) measures searches among ten million queries with the plan of every statement, an export,
 * and the drop of a month while queries are recorded. Requests go one at a time. Exits with 1 when a
 * limit is missed. `--quick` shows that everything runs, and `--keep` leaves the database for the next
 * time.
 */

const { values: options } = parseArgs({
  options: {
    records: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const REQUESTS = options.quick ? 3 : 30;
const WARM_UP = 30;
const MONTHS = 13;
const PAGE_LIMITS = { serverMs: 150, databaseMs: 50 };

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

/** Lists every page for each user. */
function pageTargets(setup: Setup, users: readonly SignedIn[]): Target[] {
  return addressesToMeasure(setup).flatMap(({ path, isExtra }) =>
    users.map((user) => ({
      name: `${user.role.padEnd(8)} ${path}`,
      path,
      user,
      limits: isExtra ? {} : PAGE_LIMITS,
    })),
  );
}

async function searchTargets(setup: Setup, user: SignedIn): Promise<Target[]> {
  // The first scenario would pay for what the app compiles while it begins to serve.
  await timeRequests(setup, { path: '/console/queries', user }, WARM_UP);
  const scenarios = await scenariosOf(setup, MONTHS);
  return scenarios.map((scenario) => ({ ...scenario, user }));
}

async function measureAll(setup: Setup, targets: readonly Target[]): Promise<boolean> {
  const all: Measured[] = [];
  for (const target of targets) {
    note(target.name);
    all.push({ ...target, ...(await timeRequests(setup, target, REQUESTS)) });
  }
  // Limits on the months that a search reads come from the plans.
  if (options.records) for (const measured of all) printStatements(measured);
  return printTable(all);
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<boolean> {
  const name = options.records ? 'bench-records' : 'bench-console';
  const setup = await setUp({ name, data: dataOf(options), explain: options.records, note });
  try {
    const support = await signIn(setup.app.url, setup.databaseUrl, 'soporte');
    if (!options.records) {
      const admin = await signIn(setup.app.url, setup.databaseUrl, 'admin');
      return await measureAll(setup, pageTargets(setup, [admin, support]));
    }
    const found = await measureAll(setup, await searchTargets(setup, support));
    note('exporting');
    const exported = await printExport(setup, support);
    await setup.app.stop();
    note('dropping a month');
    return (await printDrop(setup)) && exported && found;
  } finally {
    await setup.clear(options.keep);
  }
}

process.exitCode = (await main()) ? 0 : 1;
