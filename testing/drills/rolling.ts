import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@/lib/base/process/free-port';
import { projectRoot } from '@/server/paths';
import { LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { startProgram } from '@/testing/program';
import { startTestRedis } from '@/testing/redis';
import { haproxyConfig } from '@/testing/reverse-proxies';
import { Ground, until } from './cluster';
import { countsOf, latenciesOf, SteadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const PER_SECOND = 100;
const RESTARTS = 20;
/** The default of production. */
export const DRAIN_DELAY_MS = 10_000;
/** Time under load before the first restart. */
const WARM_UP_MS = 10_000;
/** Names of the instances in `deploy/haproxy.cfg`. */
const SERVERS = ['one', 'two'];

/**
 * Restarts two instances, which share a Redis, one after another behind HAProxy, which tries
 * nothing twice. Every request must get a 200.
 */
export function rolling(print: Print, restarts = String(RESTARTS)): Promise<string[]> {
  return Ground.use((ground) => rehearse(ground, print, Number(restarts)));
}

async function rehearse(ground: Ground, print: Print, restarts: number): Promise<string[]> {
  const redis = await startTestRedis();
  ground.onClose(redis.close);
  await using harness = await startHarness({
    ...NO_LIMITS,
    ...LOOKUPS_ALONE,
    REDIS_URL: redis.url,
    DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
    TRUSTED_PROXY_HOPS: '1',
  });
  const ports = [await freePort(), await freePort()];
  const ops = [await freePort(), await freePort()];
  const startAt = (place: number) =>
    harness.startApp({ OPS_PORT: String(ops[place]) }, 'server', { port: ports[place] ?? 0 });
  const apps = [await startAt(0), await startAt(1)];
  const balancer = await startBalancer(ground, ports, ops);
  harness.onStop(balancer.stop);
  await balancer.up(0);
  await balancer.up(1);
  const caller = await createTestIntegration(harness.databaseUrl, { saldo: 1_000_000_000n });
  const load = new SteadyLoad({ url: () => balancer.url, caller, perSecond: PER_SECOND });
  await pause(WARM_UP_MS);
  for (let restart = 0; restart < restarts; restart += 1) {
    const place = restart % 2;
    await apps[place]?.stop();
    apps[place] = await startAt(place);
    await balancer.up(place);
  }
  const seen = await load.stop();
  print(`${restarts} restarts; answers: ${countsOf(seen)}; ${latenciesOf(seen)}`);
  const failed = seen.filter(({ status }) => status !== 200).length;
  if (failed > 0) print(balancer.log());
  return [
    ...(failed > 0 ? [`${failed} requests failed`] : []),
    ...(await unpaidAnswers(harness.databaseUrl, seen)),
    ...(await harness.ledgerProblems()),
  ];
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
  const balancer = await startProgram({ program: 'haproxy', args: ['-db', '-f', file] });
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
    log: balancer.output,
    /** Resolves when the balancer sends requests to an instance. */
    up: (place: number) => until(() => isUp(place)),
    stop: async () => void (await balancer.stop()),
  };
}
