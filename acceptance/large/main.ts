import { parseArgs } from 'node:util';
import { withContext } from '@/cli/context';
import { readDeployment } from '@/lib/base/env/env';
import { seedLarge } from './seed';

/** `npm run seed:large`: query records, ledgers and statistics in any amount, for development only. */

const USAGE = `usage: npm run seed:large -- --records N [--integrations N] [--months N] [--ledger N]
         [--identifiers-days N] [--database-url URL]`;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '' },
    integrations: { type: 'string', default: '300' },
    months: { type: 'string', default: '13' },
    ledger: { type: 'string', default: '0' },
    'identifiers-days': { type: 'string', default: '90' },
    'database-url': { type: 'string' },
  },
});

async function main(): Promise<void> {
  const numbers = [values.records, values.integrations, values.months].map(Number);
  const [records = 0, integrations = 0, months = 0] = numbers;
  if (numbers.some((number) => !Number.isInteger(number) || number < 1)) throw new Error(USAGE);
  if (values['database-url'] !== undefined) {
    Object.assign(process.env, { APP_ENV: 'development', DATABASE_URL: values['database-url'] });
  }
  await withContext(async ({ ownerUrl, deployment }) => {
    const [identifiersKey = ''] = readDeployment(process.env).identifierSecrets;
    if (deployment === 'production') throw new Error('APP_ENV is production.');
    const identifiersDays = Number(values['identifiers-days']);
    const options = { records, integrations, months, identifiersDays, ledger: +values.ledger };
    await seedLarge(ownerUrl, identifiersKey, options, (line) => console.error(line));
  });
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
