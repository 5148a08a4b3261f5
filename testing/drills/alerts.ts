import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { z } from 'zod';
import { withConnection } from '@/db/client';
import { freePort } from '@/lib/base/process/free-port';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { projectRoot } from '@/server/paths';
import type { TestApp } from '@/testing/app';
import { addFault, type Harness, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { pagesProcessOf } from '@/testing/proc';
import { startProgram } from '@/testing/program';
import { startTestRedis } from '@/testing/redis';
import { Cluster, Ground, until } from './cluster';
import { certificates } from './failover';
import { countsOf, SteadyLoad } from './load';
import type { Print } from './main';

const PER_SECOND = 20;
/** Seconds that a minute of the rules takes here. With fewer, a busy machine misses a scrape. */
const MINUTE_S = 2;
const QUIET_MINUTES = 60;
const PATIENCE_MS = 6 * MINUTE_MS;
const MAX_CONNECTIONS = 40;

/**
 * Runs the shipped rules in a real Prometheus, in which time goes 30 times faster. For an hour of
 * ordinary load no alert may fire; then each cause must fire its own, which must end with the cause. `only` chooses alerts, separated by commas.
 */
export function alerts(
  print: Print,
  quiet = String(QUIET_MINUTES),
  only = Object.keys(CAUSES).join(','),
): Promise<string[]> {
  return Ground.use((ground) => rehearse(ground, print, Number(quiet), only.split(',')));
}

interface Scene {
  readonly ground: Ground;
  readonly cluster: Cluster;
  /** Settings of the server. */
  readonly settings: Readonly<Record<string, string>>;
  readonly harness: Harness;
  readonly app: TestApp;
  readonly redis: Awaited<ReturnType<typeof startTestRedis>>;
  readonly prometheus: Awaited<ReturnType<typeof startPrometheus>>;
}

async function rehearse(
  ground: Ground,
  print: Print,
  quietMinutes: number,
  only: readonly string[],
): Promise<string[]> {
  const { authority, settings: tls } = await certificates(ground, 90);
  const settings = {
    ...tls,
    archive_mode: 'on',
    archive_command: `test ! -e ${ground.folder}/archive-is-full`,
    max_connections: String(MAX_CONNECTIONS),
  };
  const cluster = await Cluster.create(ground, 'data', settings);
  const redis = await startTestRedis();
  ground.onClose(redis.close);
  const url = `${cluster.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full&sslrootcert=${authority}`;
  const opsPort = await freePort();
  await using harness = await startHarness(
    { ...NO_LIMITS, REDIS_URL: redis.url, OPS_PORT: String(opsPort), SOURCE_MAX_IN_FLIGHT: '16' },
    { url: cluster.url, stop: async () => undefined },
  );
  const caller = await createTestIntegration(cluster.url, { saldo: 1_000_000_000n });
  const app = await harness.startApp({ DATABASE_URL: url });
  // Keys were rotated once, long ago.
  await asOwner(
    cluster,
    `INSERT INTO task_runs (name, started_at, finished_at, result)
      VALUES ('rotate_keys', now() - interval '90 days', now() - interval '90 days', '{}')`,
  );
  const prometheus = await startPrometheus(ground, opsPort);
  // Until its first scrape it knows of no target.
  await until(async () => (await prometheus.firing('up == 1')).length === 1);
  await pause(MINUTE_S * SECOND_MS);
  const load = new SteadyLoad({ url: () => app.url, caller, perSecond: PER_SECOND });
  const quietS = quietMinutes * MINUTE_S;
  await pause(quietS * SECOND_MS);
  const early = await prometheus.firing(`max_over_time(ALERTS{alertstate="firing"}[${quietS}s])`);
  print(`${quietMinutes} minutes of load: ${early.length === 0 ? 'no alert' : early.join(', ')}`);
  const problems = early.map((name) => `${name} fired without a cause`);
  const scene = { ground, cluster, settings, harness, app, redis, prometheus };
  for (const [name, cause] of Object.entries(CAUSES)) {
    if (!only.includes(name)) continue;
    problems.push(...(await provoke(scene, name, cause, print)));
  }
  print(`answers: ${countsOf(await load.stop())}`);
  await app.stop();
  if (!(await prometheus.fires('PasarelaDown', true))) problems.push('PasarelaDown did not fire');
  return problems;
}

async function provoke(scene: Scene, name: string, cause: Cause, print: Print): Promise<string[]> {
  const startedAt = performance.now();
  const undo = await cause(scene);
  const fired = await scene.prometheus.fires(name, true);
  const firedAt = performance.now();
  await undo();
  const ended = fired && (await scene.prometheus.fires(name, false));
  const minutes = (from: number, to: number) => Math.round((to - from) / SECOND_MS / MINUTE_S);
  print(
    `${name}: ${fired ? `after ${minutes(startedAt, firedAt)} min` : 'never'}, ended ${ended ? `${minutes(firedAt, performance.now())} min after its cause` : 'never'}`,
  );
  return fired && ended ? [] : [`${name} ${fired ? 'did not end' : 'did not fire'}`];
}

/** Brings a cause about, and returns what ends it. */
type Cause = (scene: Scene) => Promise<() => Promise<unknown>>;

const asOwner = (cluster: Cluster, ...statements: readonly string[]) =>
  withConnection(cluster.ownerUrl, async (client) => {
    for (const statement of statements) await client.unsafe(statement);
  });

const statements =
  (cause: string[], undo: string[]): Cause =>
  async ({ cluster }) => {
    await asOwner(cluster, ...cause);
    return () => asOwner(cluster, ...undo);
  };

const fault =
  (behaviour: string): Cause =>
  async ({ harness: { sourceUrl } }) => {
    await addFault(sourceUrl, { behaviour, lookup: 'cui-nit' });
    return () => fetch(`${sourceUrl}/_control/faults`, { method: 'DELETE' });
  };

const WRITE_A_SEGMENT = [
  "SELECT pg_logical_emit_message(false, 'drill', repeat('x', 1000000))",
  'SELECT pg_switch_wal()',
];

const CAUSES: Readonly<Record<string, Cause>> = {
  PasarelaDatabaseSessionsHigh: async ({ cluster, ground }) => {
    const others = MAX_CONNECTIONS - 18;
    const client = postgres(cluster.ownerUrl, { max: others });
    ground.onClose(() => client.end());
    await Promise.all(Array.from({ length: others }, () => client`SELECT pg_sleep(1)`));
    return () => client.end();
  },
  PasarelaLimitsDegraded: async ({ redis }) => {
    await redis.kill();
    return redis.start;
  },
  PasarelaArchiveFailing: async ({ ground, cluster }) => {
    const full = await ground.writeFile('archive-is-full', '');
    await asOwner(cluster, ...WRITE_A_SEGMENT);
    return () => rm(full);
  },
  PasarelaReplicationBehind: statements(
    [
      "SELECT pg_create_physical_replication_slot('gone', true)",
      ...Array.from({ length: 18 }, () => WRITE_A_SEGMENT).flat(),
    ],
    ["SELECT pg_drop_replication_slot('gone')"],
  ),
  PasarelaCertificateExpiring: async ({ ground, cluster }) => {
    const renewed = async (days: number) => {
      // The authority stays: the app has read it.
      await certificates(ground, days, true);
      await asOwner(
        cluster,
        'SELECT pg_reload_conf()',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pasarela'",
      );
    };
    await renewed(2);
    return () => renewed(90);
  },
  PasarelaTaskStale: statements(
    ["UPDATE task_runs SET finished_at = now() - interval '1 day' WHERE name = 'retention'"],
    ["UPDATE task_runs SET finished_at = now() WHERE name = 'retention'"],
  ),
  PasarelaBulkheadFull: fault('gate'),
  PasarelaSourceFailing: fault('status-500'),
  PasarelaPagesRestarting: async ({ app }) => {
    for (let exit = 0; exit < 5; exit += 1) {
      const pages = await pagesProcessOf(app.pid);
      process.kill(pages, 'SIGKILL');
      while ((await pagesProcessOf(app.pid)) === pages) await pause(50);
    }
    return async () => undefined;
  },
  PasarelaErrorBudgetFast: statements(
    ['REVOKE INSERT ON holds FROM pasarela_app'],
    ['GRANT INSERT ON holds TO pasarela_app'],
  ),
  PasarelaDatabaseNotWritable: async ({ cluster, settings }) => {
    await cluster.stop();
    return () => cluster.start(settings);
  },
};

const answerSchema = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }),
});

async function startPrometheus(ground: Ground, opsPort: number) {
  const rules = await readFile(join(projectRoot, 'deploy', 'prometheus', 'rules.yml'), 'utf8');
  const config = join(ground.folder, 'prometheus.yml');
  await writeFile(join(ground.folder, 'rules.yml'), faster(rules));
  await writeFile(
    config,
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs: [{ job_name: pasarela, static_configs: [{ targets: ["127.0.0.1:${opsPort}"] }] }]
`,
  );
  const url = `http://127.0.0.1:${await freePort()}`;
  const program = await startProgram({
    program: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(ground.folder, 'prometheus')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--query.lookback-delta=5s',
    ],
    readyUrl: `${url}/-/ready`,
  });
  ground.onClose(program.stop);
  const firing = async (query: string) => {
    const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = answerSchema.parse(await response.json());
    return [...new Set(data.result.map(({ metric }) => metric.alertname ?? ''))];
  };
  /** Waits until an alert fires, or until it does not. Returns false when that takes too long. */
  const fires = async (name: string, expected: boolean) => {
    const endsAt = performance.now() + PATIENCE_MS;
    while (performance.now() < endsAt) {
      const now = await firing(`ALERTS{alertstate="firing",alertname="${name}"}`);
      if (now.length > 0 === expected) return true;
      await pause(SECOND_MS);
    }
    return false;
  };
  return { firing, fires };
}

/** Shortens the minutes in windows and in `for`. */
function faster(rules: string): string {
  const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
  return rules.replace(/(\[|for: )(\d+)([mhd])\b/g, (_all, before: string, count, unit: string) => {
    return `${before}${Number(count) * (minutesOf[unit] ?? 1) * MINUTE_S}s`;
  });
}
