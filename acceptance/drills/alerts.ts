import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { summaryOf } from '@/acceptance/load/client';
import { freePort } from '@/lib/base/process/free-port';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { projectRoot } from '@/server/paths';
import { NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { startProgram } from '@/testing/program';
import { startTestRedis } from '@/testing/redis';
import {
  CAUSES,
  type Cause,
  LEAKING,
  MAX_CONNECTIONS,
  type Scene,
  startNodeExporter,
} from './alert-causes';
import { Cluster, Ground, until } from './cluster';
import { certificates } from './failover';
import { steadyLoad } from './load';
import type { Print } from './main';

const PER_SECOND = 20;
/** Seconds that a minute of the rules takes here. With fewer, a busy machine misses a scrape. */
const MINUTE_S = 2;
const QUIET_MINUTES = 60;
const PATIENCE_MS = 6 * MINUTE_MS;

/**
 * Runs the shipped rules in a real Prometheus, in which time goes 30 times faster. For an hour of
 * ordinary load no alert may fire; then each cause must fire its own, which must end with the
 * cause. `only` chooses alerts, separated by commas. Mounts a small disk, so it needs root.
 */
export function alerts(
  print: Print,
  quiet = String(QUIET_MINUTES),
  only = Object.keys(CAUSES).join(','),
): Promise<string[]> {
  return Ground.use((ground) => rehearse(ground, print, Number(quiet), only.split(',')));
}

async function rehearse(
  ground: Ground,
  print: Print,
  quietMinutes: number,
  only: readonly string[],
): Promise<string[]> {
  const { cluster, settings, url } = await startDatabase(ground);
  const redis = await startTestRedis();
  ground.onClose(redis.close);
  const opsPort = await freePort();
  await using harness = await startHarness(
    {
      ...NO_LIMITS,
      REDIS_URL: redis.url,
      OPS_PORT: String(opsPort),
      SOURCE_MAX_IN_FLIGHT: '16',
      ...LEAKING,
    },
    { url: cluster.url, stop: async () => undefined },
  );
  const caller = await createTestIntegration(cluster.url, { saldo: 1_000_000_000n });
  // Another account, which can be broken while it is idle.
  await createTestIntegration(cluster.url, { saldo: 1n });
  const app = await harness.startApp({ DATABASE_URL: url });
  // Keys were rotated once, long ago.
  await asOwner(
    cluster.url,
    `INSERT INTO task_runs (name, started_at, finished_at, result)
      VALUES ('rotate_keys', now() - interval '90 days', now() - interval '90 days', '{}')`,
  );
  const nodePort = await freePort();
  const machine = await startNodeExporter(ground, nodePort);
  const prometheus = await startPrometheus(ground, { pasarela: opsPort, node: nodePort });
  await pause(MINUTE_S * SECOND_MS);
  const load = steadyLoad({ url: () => app.url, caller, perSecond: PER_SECOND });
  const quietS = quietMinutes * MINUTE_S;
  await pause(quietS * SECOND_MS);
  const early = await prometheus.firing(`max_over_time(ALERTS{alertstate="firing"}[${quietS}s])`);
  print(`${quietMinutes} minutes of load: ${early.length === 0 ? 'no alert' : early.join(', ')}`);
  const problems = early.map((name) => `${name} fired without a cause`);
  const scene = { ground, cluster, settings, harness, app, redis, machine };
  for (const [name, cause] of Object.entries(CAUSES)) {
    if (!only.includes(name)) continue;
    problems.push(...(await provoke(prometheus, scene, { name, cause, print })));
  }
  print(`answers: ${summaryOf(await load.stop())}`);
  await app.stop();
  if (!(await prometheus.fires('PasarelaDown', true))) problems.push('PasarelaDown did not fire');
  return problems;
}

async function startDatabase(ground: Ground) {
  const { authority, settings: tls } = await certificates(ground, 90);
  const settings = {
    ...tls,
    archive_mode: 'on',
    archive_command: `test ! -e ${ground.folder}/archive-is-full`,
    max_connections: String(MAX_CONNECTIONS),
  };
  const cluster = await Cluster.create(ground, 'data', settings);
  const url = new URL(cluster.url.replace('127.0.0.1', 'localhost'));
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString();
  return { cluster, settings, url: url.href };
}

interface Act {
  readonly name: string;
  readonly cause: Cause;
  readonly print: Print;
}

async function provoke(
  prometheus: Awaited<ReturnType<typeof startPrometheus>>,
  scene: Scene,
  { name, cause, print }: Act,
): Promise<string[]> {
  const startedAt = performance.now();
  const undo = await cause(scene);
  const fired = await prometheus.fires(name, true);
  const firedAt = performance.now();
  await undo();
  const ended = fired && (await prometheus.fires(name, false));
  const minutes = (from: number, to: number) => Math.round((to - from) / SECOND_MS / MINUTE_S);
  print(
    `${name}: ${fired ? `after ${minutes(startedAt, firedAt)} min` : 'never'}, ended ${ended ? `${minutes(firedAt, performance.now())} min after its cause` : 'never'}`,
  );
  return fired && ended ? [] : [`${name} ${fired ? 'did not end' : 'did not fire'}`];
}

const answerSchema = z.object({
  data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }),
});

async function startPrometheus(ground: Ground, ports: Readonly<Record<string, number>>) {
  const rules = await readFile(join(projectRoot, 'deploy', 'prometheus', 'rules.yml'), 'utf8');
  const config = join(ground.folder, 'prometheus.yml');
  await writeFile(join(ground.folder, 'rules.yml'), faster(rules));
  const jobs = Object.entries(ports).map(
    ([name, port]) => `{ job_name: ${name}, static_configs: [{ targets: ["127.0.0.1:${port}"] }] }`,
  );
  await writeFile(
    config,
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [rules.yml]
scrape_configs: [${jobs.join(', ')}]
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
  // Until its first scrape it knows of no target.
  await until(async () => (await firing('count(up == 1) == 2')).length === 1);
  return { firing, fires };
}

/** Shortens the minutes in windows and in `for`; what exceeds an hour of them, twelve times more. */
function faster(rules: string): string {
  const minutesOf: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
  return rules.replace(/(\[|for: )(\d+)([mhd])\b/g, (_all, before: string, count, unit: string) => {
    const minutes = Number(count) * (minutesOf[unit] ?? 1);
    const shorter = Math.min(minutes, 60) + Math.max(0, minutes - 60) / 12;
    return `${before}${Math.round(shorter * MINUTE_S)}s`;
  });
}
