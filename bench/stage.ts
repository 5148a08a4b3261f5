import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { connectDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { Administrator } from '@/lib/audit/administrator';
import { topUp } from '@/lib/billing/top-up';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { freePort } from '@/lib/free-port';
import { createIntegration } from '@/lib/integrations/create';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { runToEnd, type ServerProcess, startServer } from './processes';

/** One of the integrations that send queries. */
export interface Caller {
  readonly nombre: string;
  readonly token: string;
}

export interface Stage {
  readonly sourceUrl: string;
  readonly sourcePort: number;
  readonly callers: readonly Caller[];
  readonly bareNext: ServerProcess;
  readonly express: ServerProcess;
  readonly gateway: ServerProcess;
}

const CALLERS = 300;
const BALANCE = 10n ** 14n;
const TARIFF = 5_000n;
const BARE_NEXT = 'bench/bare-next';
/** Its best, or level with it, of 4 to 50; logins on a pool of their own, or no pipelining, won nothing. */
export const EXPRESS_POOL_SIZE = 16;

const limits = {
  LIMIT_GLOBAL: '100000000',
  LIMIT_RENAP: '100000000',
  LIMIT_RTU: '100000000',
  LIMIT_CATALOGOS: '100000000',
} as const;

/** Everything that the measurements need, each server in a process of its own. */
export async function setStage(databaseUrl: string): Promise<Stage> {
  const { variables, ...gatewayStage } = await setGatewayStage(databaseUrl);
  return {
    ...gatewayStage,
    bareNext: await startBareNext(),
    express: await startExpress(variables),
  };
}

/** The gateway alone, with its source and with integrations that may ask. */
export async function setGatewayStage(databaseUrl: string) {
  await migrateDatabase(databaseUrl);
  const callers = await createCallers(databaseUrl);
  const source = await startSource();
  const sourceUrl = `http://127.0.0.1:${source.port}`;
  const variables = {
    ...limits,
    ...sourceVariables(sourceUrl),
    DATABASE_URL: databaseUrl,
    // Nothing old is to be removed in the meantime.
    IDENTIFIERS_KEPT_DAYS: '3650',
    RECORDS_KEPT_MONTHS: '120',
  };
  const gateway = await startGateway(variables);
  return { sourceUrl, sourcePort: source.port, callers, gateway, variables };
}

async function createCallers(databaseUrl: string): Promise<Caller[]> {
  const administrator = Administrator.onCommandLine('bench');
  // The database may have those of an earlier run.
  const run = randomBytes(4).toString('hex');
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    return await db.transaction(async (tx) => {
      const callers: Caller[] = [];
      for (let number = 0; number < CALLERS; number += 1) {
        const created = await createIntegration(tx, administrator, {
          nombre: `bench-${run}-${number}`,
          flags: { is_cui_nit_enabled: true },
          tarifa: TARIFF,
          deployment: 'development',
        });
        await topUp(tx, administrator, created, BALANCE);
        callers.push(created);
      }
      return callers;
    });
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

function sourceVariables(url: string): Record<string, string> {
  const { renap, rtu, catalogos } = DEFAULT_TOKENS;
  return {
    RENAP_URL: `${url}/renap`,
    RENAP_TOKEN: renap,
    RTU_URL: `${url}/rtu`,
    RTU_TOKEN: rtu,
    CATALOGOS_URL: `${url}/catalogos`,
    CATALOGOS_TOKEN: catalogos,
  };
}

async function startSource(): Promise<ServerProcess> {
  const port = await freePort();
  return startServer({
    name: 'the source',
    args: ['--import', 'tsx', 'simulator/main.ts', '--port', String(port)],
    env: {},
    port,
    readyPath: '/_control/faults',
  });
}

async function startBareNext(): Promise<ServerProcess> {
  const port = await freePort();
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  await runToEnd([next, 'build', BARE_NEXT], {});
  const args = [next, 'start', BARE_NEXT, '--hostname', '127.0.0.1', '--port', String(port)];
  return startServer({ name: 'the bare Next app', args, env: {}, port, readyPath: '/' });
}

async function startExpress(variables: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  return startServer({
    name: 'the Express service',
    args: ['--import', 'tsx', 'bench/express-service.ts'],
    env: { ...variables, PORT: String(port), POOL_SIZE: String(EXPRESS_POOL_SIZE) },
    port,
    readyPath: '/',
  });
}

async function startGateway(variables: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'the gateway',
    args: [...nodeOptions(), '--import', 'tsx', 'server/start.ts'],
    env: {
      ...variables,
      APP_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    },
    port,
    readyPath: '/health',
  });
}

/** `BENCH_NODE_OPTIONS='--cpu-prof --cpu-prof-dir=/tmp/profile'` profiles the gateway's process. */
function nodeOptions(): string[] {
  return process.env.BENCH_NODE_OPTIONS?.split(' ').filter((option) => option !== '') ?? [];
}

/** Whatever raced, the money has to add up afterwards. Throws when it does not. */
export async function verifyMoney(databaseUrl: string): Promise<string> {
  const db = connectDatabase(databaseUrl, { max: 1 });
  try {
    const { checked, problems } = await verifyLedger(db);
    const [first] = problems;
    if (first !== undefined) throw new Error(`The ledger is broken: ${first.rule} ${first.detail}`);
    return `${checked.entries} ledger entries and ${checked.records} records verified`;
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}
