import { z } from 'zod';

const VARIABLE = 'PASARELA_E2E';

const schema = z.object({
  databaseUrl: z.string(),
  simulatorUrl: z.string(),
  /** The app as `npm start` runs it. */
  serverUrl: z.string(),
  /** Plain `next start`. */
  nextUrl: z.string(),
  /** Variables of every app of the run, for tests that start one of their own. */
  variables: z.record(z.string(), z.string()),
});

/** Addresses of what the global setup started. */
export type Environment = z.infer<typeof schema>;

/** Workers inherit the variables of the process that ran the global setup. */
export function publishEnvironment(environment: Environment): void {
  process.env[VARIABLE] = JSON.stringify(environment);
}

export function environment(): Environment {
  return schema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
}

/** Seals the identifiers of every record, through each entry point. */
export const IDENTIFIERS_KEY = 'only-for-the-contract-tests-9876543210';
