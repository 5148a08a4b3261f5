import { withContext } from '@/cli/context';
import { EnvError } from '@/lib/env';
import { readOptions, USAGE, UsageError } from './options';
import { type Filled, seedLarge, Unfit } from './seed';

/** `npm run seed:large`: plausible data in any amount, for development only. */

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

async function main(): Promise<void> {
  const { databaseUrl, ...options } = readOptions(process.argv.slice(2));
  if (databaseUrl !== undefined) process.env.DATABASE_URL = databaseUrl;
  const startedAt = performance.now();
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1);
  const report = (line: string) => console.error(`${seconds().padStart(7)} s  ${line}`);
  const filled = await withContext(({ databaseUrl: url, deployment, vault }) => {
    if (deployment === 'production')
      throw new Unfit('For development only: APP_ENV is production.');
    return seedLarge(url, vault, options, report);
  });
  print(filled, seconds());
}

function print({ records, entries, integrations, busiest }: Filled, seconds: string): void {
  const middle = busiest[Math.floor(busiest.length / 2)] ?? '';
  console.log(`${records} records, ${entries} ledger entries, ${integrations} integrations`);
  console.log(`busiest: ${busiest[0] ?? ''}; in the middle: ${middle}`);
  console.log(`${seconds} s`);
}

try {
  await main();
} catch (error) {
  const known = error instanceof Unfit || error instanceof EnvError || error instanceof UsageError;
  if (!known) throw error;
  console.error(error instanceof UsageError ? `${error.message}\n${USAGE}` : error.message);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILURE;
}
