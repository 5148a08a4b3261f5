import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Generator } from '@/acceptance/load/generator';
import { quantile } from '@/acceptance/load/job';
import { lookupRequests } from '@/acceptance/load/requests';
import { connectDatabase, type Database } from '@/db/client';
import { listen } from '@/lib/base/process/free-port';
import { recordOf } from '@/lib/base/values/record';
import { PLACE } from '@/lib/console/session/return-path';
import { PAGES_OF_PLACE } from '@/lib/console/views/pages';
import { addNotices } from '@/lib/notices/add';
import { addTestTarget, openTestChannels } from '@/testing/notices';
import { signInAs, visit } from '@/testing/signed-in';
import { createPlaceUser } from '@/testing/users';
import { keysOf } from './measure';
import { printVerdict } from './report';
import { type Gateway, startGateway } from './servers';

/**
 * `npm run bench:beside`: measures lookups at 50 a second beside what may not disturb them, in turns with
 * quiet rounds: eight endpoints of notices that never answer, and twenty people who read their
 * integration's pages. Ends with 1 when a target is missed. `--quick` shows that it runs.
 */

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 1 : 10;
const ROUND_MS = quick ? 1_000 : 4_000;
const STEADY = { connections: 50, ratePerSecond: 50, durationMs: ROUND_MS };
const MOST_ADDED_MS = { p50: 0.2, p99: 5 };

const ENDPOINTS = 8;
const WAITING = 50;
const PEOPLE = 20;
/** Time between two pages of a reader: the mean of TPC-W's browsers. */
const READING_MS = 7_000;

/** Starts something beside the lookups. Returns what ends it. */
type Begin = () => Promise<() => Promise<void>>;

async function hangingEndpoints({ harness, callers }: Gateway, db: Database): Promise<Begin> {
  const receiver = createServer(() => {});
  const port = await listen(receiver);
  harness.onStop(() => new Promise((resolve) => receiver.close(resolve)));
  const owner = callers[0]?.id ?? 0;
  const channels = openTestChannels();
  harness.onStop(() => channels.close());
  for (let n = 0; n < ENDPOINTS; n += 1) {
    await addTestTarget(db, channels, owner, `http://127.0.0.1:${port}/${n}`);
  }
  const notices = Array.from({ length: WAITING }, (_, n) => {
    return { type: 'test', integrationId: owner, data: {}, source: `bench:${n}` } as const;
  });
  await db.transaction((tx) => addNotices(tx, notices));
  const sql = db.$client;
  const stop = async () => {
    await sql`UPDATE notice_targets SET state = 'paused'`;
    receiver.closeAllConnections();
  };
  await stop();
  return async () => {
    await sql`UPDATE notice_deliveries SET next_at = now(), state = 'pending'`;
    await sql`UPDATE notice_targets SET state = 'active', hold_until = NULL, busy_until = NULL`;
    let open = 0;
    while (open < ENDPOINTS) {
      await pause(50);
      open = await new Promise((resolve) => receiver.getConnections((_, count) => resolve(count)));
    }
    return stop;
  };
}

async function readers({ app, callers }: Gateway, db: Database): Promise<Begin> {
  const people = await Promise.all(
    callers.slice(0, PEOPLE).map(async ({ id }) => {
      const { email } = await createPlaceUser(db, 'integrador', id);
      return signInAs(app.url, { email, role: 'integrador' });
    }),
  );
  const { balance, queries, changes } = PAGES_OF_PLACE;
  const paths = [PLACE, queries, balance, `${PLACE}/rechazos`, changes];
  return async () => {
    let isOver = false;
    const read = async (person: (typeof people)[number], place: number) => {
      await pause((place * READING_MS) / PEOPLE);
      for (let n = place; !isOver; n += 1) {
        const { status } = await visit(`${app.url}${paths[n % paths.length]}`, person);
        if (status !== 200) throw new Error(`${paths[n % paths.length]} answered ${status}.`);
        await pause(READING_MS);
      }
    };
    const reading = Promise.all(people.map(read));
    // All are at it.
    await Promise.race([reading, pause(READING_MS)]);
    return async () => {
      isOver = true;
      await reading;
    };
  };
}

async function main(): Promise<boolean> {
  await using gateway = await startGateway(undefined, { APP_ENV: 'development' });
  const { harness, app, callers } = gateway;
  const db = connectDatabase(harness.databaseUrl, { max: 4 });
  harness.onStop(() => db.$client.end({ timeout: 5 }));
  using generator = new Generator();
  const requests = await lookupRequests(app.port, 'cui-nit', callers.slice(0, 1));
  const nothing: Begin = async () => async () => {};
  const beside = {
    nothing,
    'nothing again': nothing,
    'eight endpoints that hang': await hangingEndpoints(gateway, db),
    'twenty people reading': await readers(gateway, db),
  };
  const names = keysOf(beside);
  const latencies = recordOf<(typeof names)[number], number[]>(names, () => []);
  // The first round warms up.
  await generator.runCleanly({ port: app.port, requests, ...STEADY });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const end = await beside[name]();
      const { latenciesMs } = await generator.runCleanly({ port: app.port, requests, ...STEADY });
      await end();
      latencies[name].push(...latenciesMs);
    }
  }
  const met = names.map((name) => tell(name, latencies[name], latencies.nothing));
  return (await gateway.isSound()) && met.every(Boolean);
}

function tell(name: string, latenciesMs: readonly number[], quiet: readonly number[]): boolean {
  const of = (share: number) => [quantile(latenciesMs, share), quantile(quiet, share)] as const;
  const [[p50, quietP50], [p99, quietP99]] = [of(0.5), of(0.99)];
  const isMet = p50 - quietP50 <= MOST_ADDED_MS.p50 && p99 - quietP99 <= MOST_ADDED_MS.p99;
  const figures = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  return printVerdict(isMet, `beside ${name}: ${figures}`);
}

process.exitCode = (await main()) ? 0 : 1;
