import { setTimeout as pause } from 'node:timers/promises';
import { type Client, countsOf, describeCounts, type Seen } from '@/acceptance/load/client';
import { releaseExpired } from '@/lib/billing/release-expired';
import { returnUndelivered } from '@/lib/billing/undelivered';
import { createPrng, type Prng } from '@/simulator/prng';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { Background } from './background';
import { checkCalls, checkKeys, checkSeen } from './check';
import { type Cluster, type Customer, startCluster } from './cluster';
import { killSomething, type Target } from './kills';
import { startLoad } from './load';

export interface CrashOptions {
  /** Fixes every choice: what is asked, what is killed and how long after what. */
  readonly seed: number;
  /** Number of kills. */
  readonly count: number;
  /** Longest time under load before a kill. */
  readonly seconds: number;
  readonly target: Target;
  readonly print: (line: string) => void;
}

const INSTANCES = 2;
const CLIENTS = 24;
const SHORTEST_MS = 50;

/** Kills what `target` names again and again under load, and checks that nothing is lost or wrong. */
export async function runCrashes(options: CrashOptions) {
  const variables = options.target === 'lookups' ? LOOKUPS_ALONE : {};
  await using cluster = await startCluster(INSTANCES, variables);
  try {
    using background = await Background.open(cluster, options.seed);
    using load = startLoad(options.seed, CLIENTS, cluster.instances, background.customers);
    const prng = createPrng(options.seed);
    const round = { cluster, load, background, prng, options, seen: [], problems: [] };
    for (let number = 1; number <= options.count; number++) await killAndCheck(round, number);
    return await finish(round);
  } catch (error) {
    // Printed here too: closing what is broken may fail and hide it.
    options.print(`given up: ${error instanceof Error ? error.stack : String(error)}`);
    throw error;
  }
}

interface Round {
  readonly cluster: Cluster;
  readonly load: Client<Customer>;
  readonly background: Background;
  readonly prng: Prng;
  readonly options: CrashOptions;
  readonly seen: Seen<Customer>[];
  readonly problems: string[];
}

async function killAndCheck(round: Round, number: number): Promise<void> {
  const { cluster, load, prng, options, problems } = round;
  const underLoadMs = prng.int(SHORTEST_MS, Math.max(SHORTEST_MS, options.seconds * 1_000));
  await pause(underLoadMs);
  const killedAt = performance.now();
  const victim = await killSomething(cluster, options.target, number, prng);
  const backMs = Math.round(performance.now() - killedAt);
  const fresh = load.seen.splice(0);
  const before = problems.length;
  problems.push(...(await insist(() => checkSeen(cluster.sql, fresh))).problems);
  problems.push(...(await insist(() => cluster.harness.ledgerProblems())));
  const broken = fresh.filter(({ status }) => status === 'broken');
  if (victim.sparesLookups === true && broken.length > 0) {
    problems.push(`${broken.length} lookups broke when ${victim.name} was killed`);
  }
  round.seen.push(...fresh);
  options.print(
    `kill ${number}: ${victim.name} after ${underLoadMs} ms, back after ${backMs} ms; ` +
      `${fresh.length} requests (${describeCounts(countsOf(fresh))}); problems ${problems.length - before}`,
  );
}

const ATTEMPTS = 20;
const BETWEEN_ATTEMPTS_MS = 100;

/** Repeats a question until the server is up: the kill also cut the connections of this process. */
async function insist<T>(question: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await question();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    await pause(BETWEEN_ATTEMPTS_MS);
  }
}

/** Stops everything, expires the remaining holds, and checks all requests again. */
async function finish(round: Round) {
  const { cluster, load, background, seen, problems } = round;
  await load.stop();
  await background.stop();
  await cluster.instances.stop();
  seen.push(...load.seen.splice(0));
  const left = await insist(() => releaseLeftovers(cluster));
  await insist(() => returnUndelivered(cluster.sql, cluster.db));
  const checked = await insist(() => checkSeen(cluster.sql, seen));
  problems.push(
    ...left.problems,
    ...checked.problems,
    ...(await insist(() => cluster.harness.ledgerProblems())),
    ...background.problems,
    ...(await insist(() => checkKeys(cluster, seen))),
    ...(await insist(() => checkCalls(cluster, background.log.calls))),
  );
  return {
    kills: round.options.count,
    /** Requests by what their clients saw: a status, `broken` or `hung_up`. */
    endings: countsOf(seen),
    charges: await insist(() => countCharges(cluster)),
    /** Answers of 500 whose charge was not returned. */
    ambiguous: checked.ambiguous,
    /** Holds left by killed processes, all released uncharged at the end. */
    released: left.released,
    problems: [...new Set(problems)],
  };
}

/** Runs the sweep with the clock put forward past the holds' expiry. */
async function releaseLeftovers({ sql, settle }: Cluster) {
  const holds = await sql<{ id: string }[]>`
    UPDATE holds SET expires_at = clock_timestamp() RETURNING query_id AS id`;
  let released = 0;
  for (let count = -1; count !== 0; released += count) count = await releaseExpired(sql, settle);
  const problems: string[] = [];
  const ids = holds.map(({ id }) => id);
  const [interrupted] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM query_records
    WHERE id = ANY(${ids}::uuid[]) AND estado = 'interrumpida' AND charged = 0`;
  if (released !== holds.length || interrupted?.count !== holds.length) {
    problems.push(
      `${holds.length} holds left, ${released} released, ${interrupted?.count} recorded`,
    );
  }
  const reserved = await sql<{ id: number; reservado: bigint }[]>`
    SELECT integration_id AS id, reservado FROM accounts WHERE reservado <> 0`;
  problems.push(...reserved.map(({ id, reservado }) => `${id} still has ${reservado} reserved`));
  return { released, problems };
}

async function countCharges({ sql }: Cluster): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ledger_entries WHERE kind = 'cobro'`;
  return row?.count ?? 0;
}
