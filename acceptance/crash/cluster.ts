import { setTimeout as pause } from 'node:timers/promises';
import { connectDatabase, connectSql, type Database, type Sql } from '@/db/client';
import { isAlive } from '@/lib/base/process/processes';
import { createSettle, type Settle } from '@/lib/billing/settle';
import type { TestApp, Variables } from '@/testing/app';
import { type Harness, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { startTestPostgres, type TestPostgres } from '@/testing/postgres';
import { nodeChildren, pagesProcessOf } from '@/testing/proc';

/** An integration whose queries are watched. Amounts in 1/10000 quetzal. */
export interface Customer extends TestIntegration {
  readonly tarifa: bigint;
}

/** The database, the sources and the apps, each in processes of their own. */
export interface Cluster extends AsyncDisposable {
  readonly postgres: TestPostgres;
  readonly harness: Harness;
  readonly instances: Instances;
  readonly sql: Sql;
  readonly db: Database;
  /** Settles the same holds as the apps do, as another instance would. */
  readonly settle: Settle;
  addCustomer(saldo: bigint, tarifa: bigint): Promise<Customer>;
}

export async function startCluster(instanceCount: number, variables?: Variables): Promise<Cluster> {
  const postgres = await startTestPostgres();
  const harness = await startHarness({ ...NO_LIMITS, ...variables }, postgres);
  const { databaseUrl } = harness;
  const instances = new Instances(harness, instanceCount);
  const sql = connectSql(databaseUrl, { max: 4, statementTimeoutMs: 60_000 });
  const db = connectDatabase(databaseUrl, { max: 2 });
  harness.onStop(() => Promise.all([sql.end({ timeout: 5 }), db.$client.end({ timeout: 5 })]));
  const addCustomer = async (saldo: bigint, tarifa: bigint) => ({
    ...(await createTestIntegration(databaseUrl, { saldo, tarifa })),
    tarifa,
  });
  await instances.start().catch(harness.fail);
  const settle = createSettle(sql);
  const parts = { postgres, harness, instances, sql, db, settle, addCustomer };
  return { ...parts, [Symbol.asyncDispose]: harness.stop };
}

/** The instances of the app. While one is down, the others take its load. */
export class Instances {
  readonly #apps: (TestApp | undefined)[];
  #waiting: (() => void)[] = [];

  constructor(
    private readonly harness: Harness,
    readonly size: number,
  ) {
    this.#apps = Array.from({ length: size }, () => undefined);
  }

  /** Starts every instance that is down. */
  async start(): Promise<void> {
    await Promise.all(this.#apps.map((app, place) => app ?? this.#startOne(place)));
  }

  async #startOne(place: number): Promise<void> {
    this.#apps[place] = await this.harness.startApp();
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

  /**
   * SIGKILL to the front process of one instance; returns its id. The instance stays down until
   * {@link start}. Throws when its pages process outlives it.
   */
  async killFront(place: number): Promise<number> {
    const app = this.#up(place);
    const pages = await nodeChildren(app.pid);
    this.#apps[place] = undefined;
    await app.kill();
    await Promise.all(pages.map(ended));
    return app.pid;
  }

  /** SIGKILL to the pages process of one instance; returns its id once another one runs. */
  async killPages(place: number, afterwards?: 'leave it dead'): Promise<number> {
    const app = this.#up(place);
    const pid = await pagesProcessOf(app.pid);
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    if (afterwards === undefined) await pagesProcessOf(app.pid);
    return pid;
  }

  #up(place: number): TestApp {
    const app = this.#apps[place];
    if (app === undefined) throw new Error(`Instance ${place} is not up.`);
    return app;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#apps.map((app) => app?.stop()));
  }
}

const END_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

async function ended(pid: number): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} goes on running.`);
    await pause(POLL_MS);
  }
}
