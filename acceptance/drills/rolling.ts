import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, summaryOf } from '@/acceptance/load/client';
import { freePort } from '@/lib/base/process/free-port';
import { SECOND_MS } from '@/lib/base/time/time';
import { projectRoot } from '@/server/paths';
import type { TestApp } from '@/testing/app';
import { LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { startTestPostgres, type TestPostgres } from '@/testing/postgres';
import { startProgram } from '@/testing/program';
import { startTestRedis } from '@/testing/redis';
import { haproxyConfig } from '@/testing/reverse-proxies';
import { Ground, until } from './cluster';
import { steadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const PER_SECOND = 100;
const RESTARTS = 20;
const ROUNDS = 5;
/** Time that Redis is away, and between two kills. */
const OUTAGE_MS = 5_000;
/** The default of production. */
export const DRAIN_DELAY_MS = 10_000;
/** Time under load before the first restart. */
const WARM_UP_MS = 10_000;
/** Names of the instances in `deploy/haproxy.cfg`. */
const SERVERS = ['one', 'two'];

/** Two instances with a Redis and a PostgreSQL of their own, behind HAProxy. */
interface Deployment {
  /** Stops an instance, starts it again and waits until HAProxy uses it. */
  readonly replace: (place: number, end: (app: TestApp) => Promise<unknown>) => Promise<void>;
  readonly postgres: TestPostgres;
  readonly redis: Awaited<ReturnType<typeof startTestRedis>>;
  readonly balancer: Awaited<ReturnType<typeof startBalancer>>;
}

/**
 * Restarts two instances, which share a Redis, one after another behind HAProxy, which tries
 * nothing twice. Every request must get a 200.
 */
export async function rolling(print: Print, restarts = String(RESTARTS)): Promise<string[]> {
  return await underLoad(async ({ replace, balancer }, load) => {
    for (let restart = 0; restart < Number(restarts); restart += 1) {
      await replace(restart % SERVERS.length, (app) => app.stop());
    }
    const seen = await load.stop();
    print(`${restarts} restarts; answers: ${summaryOf(seen)}`);
    const failed = seen.filter(({ status }) => status !== 200).length;
    if (failed > 0) print(balancer.log());
    return failed > 0 ? [`${failed} requests failed`] : [];
  });
}

/**
 * Kills each part in turn with SIGKILL and brings it back. Prints the answers of each kill, from it
 * until some seconds after the part is back. No charge may be wrong.
 */
export async function kills(print: Print, rounds = String(ROUNDS)): Promise<string[]> {
  return await underLoad(async ({ replace, postgres, redis, balancer }, load) => {
    const parts: Readonly<Record<string, () => Promise<unknown>>> = {
      instance: () => replace(0, (app) => app.kill()),
      redis: async () => {
        await redis.kill();
        await pause(OUTAGE_MS);
        await redis.start();
      },
      postgres: async () => {
        postgres.kill();
        // Its sessions notice, and close the port that they share with it.
        await pause(SECOND_MS);
        await postgres.restart();
      },
      haproxy: () => balancer.kill(),
    };
    const spans: { name: string; from: number; to: number }[] = [];
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const [name, kill] of Object.entries(parts)) {
        const from = performance.now();
        await kill();
        await pause(OUTAGE_MS);
        spans.push({ name, from, to: performance.now() });
      }
    }
    const seen = await load.stop();
    for (const name of Object.keys(parts)) {
      const of = spans.filter((span) => span.name === name);
      const during = seen.filter(({ sentAt }) =>
        of.some(({ from, to }) => from <= sentAt && sentAt < to),
      );
      print(`${of.length} kills of ${name}: ${summaryOf(during)}`);
    }
    print(`all answers: ${summaryOf(seen)}`);
    return [];
  });
}

function underLoad(
  rehearse: (deployment: Deployment, load: Client) => Promise<string[]>,
): Promise<string[]> {
  return Ground.use(async (ground) => {
    const redis = await startTestRedis();
    ground.onClose(redis.close);
    const postgres = await startTestPostgres();
    await using harness = await startHarness(
      {
        ...NO_LIMITS,
        ...LOOKUPS_ALONE,
        REDIS_URL: redis.url,
        DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
        TRUSTED_PROXY_HOPS: '1',
      },
      postgres,
    );
    const ports = [await freePort(), await freePort()];
    const ops = [await freePort(), await freePort()];
    const startAt = (place: number) =>
      harness.startApp({ OPS_PORT: String(ops[place]) }, 'server', { port: ports[place] ?? 0 });
    const apps = [await startAt(0), await startAt(1)];
    const balancer = await startBalancer(ground, ports, ops);
    harness.onStop(balancer.stop);
    await balancer.up(0);
    await balancer.up(1);
    const replace: Deployment['replace'] = async (place, end) => {
      const app = apps[place];
      if (app !== undefined) await end(app);
      apps[place] = await startAt(place);
      await balancer.up(place);
    };
    const caller = await createTestIntegration(harness.databaseUrl, { saldo: 1_000_000_000n });
    const load = steadyLoad({ url: () => balancer.url, caller, perSecond: PER_SECOND });
    await pause(WARM_UP_MS);
    const problems = await rehearse({ replace, postgres, redis, balancer }, load);
    return [
      ...problems,
      ...(await unpaidAnswers(harness.databaseUrl, load.seen)),
      ...(await harness.ledgerProblems()),
    ];
  });
}

/** Starts HAProxy as the shipped file configures it, without TLS and without retries. */
export async function startBalancer(
  ground: Ground,
  ports: readonly number[],
  ops: readonly number[],
) {
  const [port, plainPort, statusPort] = [await freePort(), await freePort(), await freePort()];
  const shipped = await readFile(join(projectRoot, 'deploy', 'haproxy.cfg'), 'utf8');
  const config = haproxyConfig(shipped, {
    bind: `127.0.0.1:${port}`,
    plain: `127.0.0.1:${plainPort}`,
    targets: ports,
    ops,
  }).replace('option httplog', 'option httplog\n    option dontlog-normal\n    retries 0');
  const status = `frontend status
    bind 127.0.0.1:${statusPort}
    stats enable
    stats uri /
`;
  const file = await ground.writeFile('haproxy.cfg', `${config}\n${status}`);
  const start = () => startProgram({ program: 'haproxy', args: ['-db', '-f', file] });
  let balancer = await start();
  const isUp = async (place: number) => {
    const response = await fetch(`http://127.0.0.1:${statusPort}/;csv`);
    const lines = (await response.text()).split('\n');
    return lines.some(
      (line) => line.startsWith(`pasarela,${SERVERS[place]},`) && / ?,UP,/.test(line),
    );
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** Requests that it could not pass on, and changes of the state of an instance. */
    log: () => balancer.output(),
    /** Resolves when the balancer sends requests to an instance. */
    up: (place: number) => until(() => isUp(place)),
    /** SIGKILL, then a new one. */
    kill: async () => {
      await balancer.kill();
      balancer = await start();
    },
    stop: async () => void (await balancer.stop()),
  };
}
