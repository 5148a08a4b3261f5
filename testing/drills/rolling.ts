import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { connectSql } from '@/db/client';
import { freePort } from '@/lib/free-port';
import type { TestApp } from '@/testing/app';
import { type Harness, LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { startTestRedis } from '@/testing/redis';
import { Ground } from './cluster';
import { countsOf, latenciesOf, SteadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const PER_SECOND = 100;
const RESTARTS = 20;
/** Longer than HAProxy takes to notice. */
const DRAIN_DELAY_MS = 5_000;

/**
 * Restarts two instances, which share a Redis, one after another behind HAProxy, which tries nothing
 * twice. Every request must get a 200.
 */
export async function rolling(print: Print, restarts = String(RESTARTS)): Promise<string[]> {
  const redis = await startTestRedis();
  const harness = await startHarness({
    ...NO_LIMITS,
    ...LOOKUPS_ALONE,
    REDIS_URL: redis.url,
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    TRUSTED_PROXY_HOPS: '1',
  });
  const ground = await Ground.open();
  try {
    const ports = [await freePort(), await freePort()];
    const apps = await Promise.all(ports.map((port) => start(harness, port)));
    const balancer = await startBalancer(ground, ports);
    harness.onStop(balancer.stop);
    await balancer.up(0);
    await balancer.up(1);
    const caller = await createTestIntegration(harness.databaseUrl, { saldo: 1_000_000_000n });
    const load = new SteadyLoad({ url: () => balancer.url, caller, perSecond: PER_SECOND });
    for (let restart = 0; restart < Number(restarts); restart += 1) {
      const place = restart % 2;
      await apps[place]?.stop();
      apps[place] = await start(harness, ports[place] ?? 0);
      await balancer.up(place);
    }
    const seen = await load.stop();
    print(`${restarts} restarts; answers: ${countsOf(seen)}; ${latenciesOf(seen)}`);
    const sql = connectSql(harness.databaseUrl, { max: 1 });
    harness.onStop(() => sql.end({ timeout: 5 }));
    const failed = seen.filter(({ status }) => status !== 200).length;
    return [
      ...(failed > 0 ? [`${failed} requests failed`] : []),
      ...(await unpaidAnswers(sql, seen)),
      ...(await harness.ledgerProblems()),
    ];
  } finally {
    await harness.stop();
    await ground.close();
    await redis.close();
  }
}

function start(harness: Harness, port: number): Promise<TestApp> {
  return harness.startApp({}, 'server', { port });
}

interface Balancer {
  readonly url: string;
  /** Resolves when the balancer sends requests to an instance. */
  up(place: number): Promise<void>;
  stop(): Promise<void>;
}

/** The same checks as `deploy/haproxy.cfg`, and no retries. */
async function startBalancer(ground: Ground, ports: readonly number[]): Promise<Balancer> {
  const [port, statusPort] = [await freePort(), await freePort()];
  const servers = ports.map((one, place) => `  server instance${place} 127.0.0.1:${one}`);
  const file = await ground.writeFile(
    'haproxy.cfg',
    `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend lookups
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend pasarela
backend pasarela
  option httpchk GET /health
  default-server check inter 500ms fall 2 rise 2
${servers.join('\n')}
frontend status
  bind 127.0.0.1:${statusPort}
  stats enable
  stats uri /
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isUp = async (place: number) => {
    const response = await fetch(`http://127.0.0.1:${statusPort}/;csv`);
    const lines = (await response.text()).split('\n');
    return lines.some(
      (line) => line.startsWith(`pasarela,instance${place},`) && / ?,UP,/.test(line),
    );
  };
  return {
    url: `http://127.0.0.1:${port}`,
    up: async (place) => {
      while (!(await isUp(place).catch(() => false))) await pause(100);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
