import { parseArgs } from 'node:util';

/** What to fill a database with. */
export interface LargeOptions {
  readonly records: number;
  readonly integrations: number;
  /** Calendar months of records, the current one included. */
  readonly months: number;
  /** Rows of the ledger in all; absent for as many as the records bring. */
  readonly ledger: number | undefined;
  readonly seed: number;
  /** End of the period, in ms: two minutes ago at the latest. */
  readonly until: number;
  /** Days before the end for which records keep what was asked, as retention leaves it. */
  readonly identifiersDays: number;
  /** Also into a database that has query records already. */
  readonly add: boolean;
}

export class UsageError extends Error {}

export const USAGE = `usage: npm run seed:large -- --records N [--integrations N] [--months N] [--ledger N]
         [--seed N] [--until INSTANT] [--identifiers-days N] [--add] [--database-url URL]`;

const MAX_INTEGRATIONS = 2_000;
const MAX_MONTHS = 60;
const MAX_DAYS = 3_650;
/** The last query must have been settled by now. */
const LONGEST_QUERY_MS = 120_000;
const MAX_ROWS = 1_000_000_000;

const DEFAULTS = { integrations: 300, months: 13, seed: 1, identifiersDays: 90 } as const;

/** Reads the command line. Throws {@link UsageError}. */
export function readOptions(
  args: readonly string[],
): LargeOptions & { databaseUrl: string | undefined } {
  const values = parsed(args);
  if (values.records === undefined) throw new UsageError('--records is missing');
  return {
    records: wholeNumber('records', values.records, 1, MAX_ROWS),
    integrations: wholeNumber('integrations', values.integrations, 1, MAX_INTEGRATIONS),
    months: wholeNumber('months', values.months, 1, MAX_MONTHS),
    ledger:
      values.ledger === undefined ? undefined : wholeNumber('ledger', values.ledger, 0, MAX_ROWS),
    seed: wholeNumber('seed', values.seed, 0, MAX_ROWS),
    until: instant(values.until),
    identifiersDays: wholeNumber('identifiers-days', values['identifiers-days'], 0, MAX_DAYS),
    add: values.add,
    databaseUrl: values['database-url'],
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        records: { type: 'string' },
        integrations: { type: 'string', default: String(DEFAULTS.integrations) },
        months: { type: 'string', default: String(DEFAULTS.months) },
        ledger: { type: 'string' },
        seed: { type: 'string', default: String(DEFAULTS.seed) },
        until: { type: 'string' },
        'identifiers-days': { type: 'string', default: String(DEFAULTS.identifiersDays) },
        add: { type: 'boolean', default: false },
        'database-url': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text.replaceAll('_', ''));
  if (text !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not '${text}'`);
}

function instant(text: string | undefined): number {
  if (text === undefined) return Date.now() - LONGEST_QUERY_MS;
  const ms = Date.parse(text);
  if (!Number.isNaN(ms) && ms <= Date.now() - LONGEST_QUERY_MS) return ms;
  throw new UsageError(`--until must be an instant of the past such as 2026-01-31T18:00:00Z`);
}
