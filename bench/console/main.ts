import { parseArgs } from 'node:util';
import { signIn } from '@/testing/visitor';
import { timeRequests } from './measure';
import { addressesToMeasure } from './pages';
import { type Measured, printStatements, printTable } from './report';
import { type Stage, setStage } from './stage';

/**
 * `npm run bench:console`: every page of the console over a year of data, one request at a time:
 * time of the server and of the database. Ends with 1 when a page misses a limit. `--quick` shows that everything runs, `--keep` leaves the database for the next
 * time, `--only TEXT` measures the addresses that contain it, `--explain` prints each page's
 * statements and how the slow ones were run (which takes time itself: its figures mean little).
 */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    requests: { type: 'string' },
  },
});

const REQUESTS = Number(options.requests ?? (options.quick ? 3 : 30));
const DATA = options.quick
  ? { records: 20_000, integrations: 50, ledger: undefined }
  : { records: 1_000_000, integrations: 500, ledger: 2_000_000 };

const LIMITS = { serverMs: 150, databaseMs: 50 };

async function measureAll(stage: Stage): Promise<Measured[]> {
  const { app, databaseUrl } = stage;
  const visitors = [
    await signIn(app.url, databaseUrl, 'admin'),
    await signIn(app.url, databaseUrl, 'soporte'),
  ];
  const addresses = addressesToMeasure(stage).filter(({ path }) => path.includes(options.only));
  const all: Measured[] = [];
  for (const { path, isExtra } of addresses) {
    for (const visitor of visitors) {
      note(`${visitor.role} ${path}`);
      const timed = await timeRequests(stage, path, visitor, REQUESTS);
      const name = `${visitor.role.padEnd(8)}${timed.status} ${path}`;
      all.push({ name, limits: isExtra ? {} : LIMITS, ...timed });
    }
  }
  return all;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(all: readonly Measured[]): boolean {
  if (options.explain) for (const measured of all) printStatements(measured);
  const { records, integrations } = DATA;
  console.log(`${records} records, ${integrations} integrations, ${REQUESTS} requests each`);
  return printTable(all);
}

async function main(): Promise<boolean> {
  const stage = await setStage({
    name: 'bench-console',
    data: { ...DATA, months: 13, identifiersDays: 90 },
    explain: options.explain,
    note,
  });
  try {
    return print(await measureAll(stage));
  } finally {
    await stage.clear(options.keep);
  }
}

process.exitCode = (await main()) ? 0 : 1;
