import { connectDatabase, connectSql, type Database, type Sql } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { createSettle, type Settle } from '@/lib/billing/settle';
import { buildWhenNeeded } from '@/server/build';
import { type Simulator, startSimulator } from '@/simulator/server';
import { startApp, type TestApp } from '@/testing/app';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { startTestPostgres, type TestPostgres } from '@/testing/postgres';

/** An integration whose queries are watched. Amounts in 1/10000 quetzal. */
export interface Customer extends TestIntegration {
  readonly tarifa: bigint;
}

/** All the parts, each one a process of its own but the simulator, which nobody kills. */
export interface World {
  readonly postgres: TestPostgres;
  readonly simulator: Simulator;
  readonly fleet: Fleet;
  readonly sql: Sql;
  readonly db: Database;
  /** A second hand at the same money, as another instance would be. */
  readonly settle: Settle;
  addCustomer(saldo: bigint, tarifa: bigint): Promise<Customer>;
  close(): Promise<void>;
}

const NO_LIMIT = '100000000';

export async function openWorld(instanceCount: number): Promise<World> {
  await buildWhenNeeded();
  const postgres = await startTestPostgres();
  await migrateDatabase(postgres.url);
  const simulator = await startSimulator();
  const fleet = new Fleet(variablesOf(postgres.url, simulator), instanceCount);
  const sql = connectSql(postgres.url, { max: 4, statementTimeoutMs: 60_000 });
  const db = connectDatabase(postgres.url, { max: 2 });
  const close = async () => {
    await fleet.stop();
    await Promise.all([sql.end({ timeout: 5 }), db.$client.end({ timeout: 5 })]);
    await simulator.close();
    await postgres.stop();
  };
  const addCustomer = async (saldo: bigint, tarifa: bigint) => ({
    ...(await createTestIntegration(postgres.url, { saldo, tarifa })),
    tarifa,
  });
  try {
    await fleet.start();
  } catch (error) {
    await close();
    throw error;
  }
  return { postgres, simulator, fleet, sql, db, settle: createSettle(sql), addCustomer, close };
}

function variablesOf(databaseUrl: string, simulator: Simulator): Record<string, string> {
  const { tokens } = simulator;
  return {
    DATABASE_URL: databaseUrl,
    RENAP_URL: simulator.renapUrl,
    RENAP_TOKEN: tokens.renap,
    RTU_URL: simulator.rtuUrl,
    RTU_TOKEN: tokens.rtu,
    CATALOGOS_URL: simulator.catalogosUrl,
    CATALOGOS_TOKEN: tokens.catalogos,
    LIMIT_GLOBAL: NO_LIMIT,
    LIMIT_RENAP: NO_LIMIT,
    LIMIT_RTU: NO_LIMIT,
    LIMIT_CATALOGOS: NO_LIMIT,
  };
}

/** The instances of the app. While one is down, the others take its load. */
export class Fleet {
  readonly #apps: (TestApp | undefined)[];
  #waiting: (() => void)[] = [];

  constructor(
    private readonly variables: Readonly<Record<string, string>>,
    readonly size: number,
  ) {
    this.#apps = Array.from({ length: size }, () => undefined);
  }

  /** Starts every instance that is down. */
  async start(): Promise<void> {
    await Promise.all(this.#apps.map((app, place) => app ?? this.#startOne(place)));
  }

  async #startOne(place: number): Promise<void> {
    this.#apps[place] = await startApp('server', this.variables);
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Base address of an instance that is up, chosen by `draw`; waits for one when there is none. */
  async address(draw: number): Promise<string> {
    for (;;) {
      const up = this.#apps.filter((app) => app !== undefined);
      const chosen = up[draw % Math.max(up.length, 1)];
      if (chosen !== undefined) return chosen.url;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** SIGKILL to one instance; returns its process id. It stays down until {@link start}. */
  async kill(place: number): Promise<number> {
    const app = this.#apps[place];
    if (app === undefined) throw new Error(`Instance ${place} is not up.`);
    this.#apps[place] = undefined;
    await app.kill();
    return app.pid;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#apps.map((app) => app?.stop()));
  }
}
