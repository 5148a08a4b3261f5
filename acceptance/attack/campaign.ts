import { setTimeout as pause } from 'node:timers/promises';
import { Generator } from '@/acceptance/load/generator';
import { type LoadJob, type LoadResult, quantile } from '@/acceptance/load/job';
import { lookupRequests } from '@/acceptance/load/requests';
import { connectSql, type Sql } from '@/db/client';
import { LOOKUPS } from '@/lib/contract/lookups';
import { foldCounts } from '@/lib/statistics/fold';
import { startMailCatcher } from '@/simulator/mail';
import type { TestApp } from '@/testing/app';
import { type Harness, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { watchMemory } from '@/testing/proc';
import { countsOf } from '@/testing/records';
import { startReverseProxy } from '@/testing/reverse-proxies';
import { csrfOf, type SignedIn, sendSignIn, signIn, visit } from '@/testing/signed-in';
import { harmPages } from './accidents';
import { startAttackers } from './attackers';
import { type Attack, attacksAt, type Inside, type Scale } from './attacks';
import { awaitRelease, heldBy } from './front';
import type { Outcomes } from './job';
import { SESSIONS } from './one-user';
import { startSilentDns } from './outside';

export interface Plan {
  readonly scale: Scale;
  readonly warmUpMs: number;
  /** Before each attack, for the figures that it is compared with. */
  readonly idleMs: number;
  readonly attackMs: number;
  /** Until everything that an attack took must have been released. */
  readonly releaseMs: number;
  /** Whether to run the attack of this name. */
  readonly includes: (name: string) => boolean;
}

export const WHOLE: Plan = {
  scale: { connections: 40, open: 1_000, signIns: 500, exports: 200 },
  warmUpMs: 20_000,
  idleMs: 4_000,
  attackMs: 10_000,
  releaseMs: 60_000,
  includes: () => true,
};

/** Shows in a few minutes that everything runs; its figures mean little. */
export const QUICK: Plan = {
  scale: { connections: 10, open: 200, signIns: 50, exports: 20 },
  warmUpMs: 2_000,
  idleMs: 500,
  attackMs: 1_000,
  releaseMs: 0,
  includes: () => true,
};

/** Effect of one attack on lookups and on the front process. */
export interface Row {
  readonly name: string;
  readonly idle: LoadResult;
  readonly load: LoadResult;
  readonly grownBytes: number;
  readonly allowedBytes: number;
  /** Resources of the attack that are not released at the end. */
  readonly left: readonly string[];
  readonly outcomes: Outcomes;
  /** Wrong answers to the attackers, or pages that fail afterwards. */
  readonly problems: readonly string[];
}

const RATE_PER_SECOND = 50;
const CONNECTIONS = 4;
const BALANCE = 10n ** 12n;

/** Runs the attacks one after another; `report` gets each row as soon as it is there. */
export async function runAttacks(plan: Plan, report: (row: Row) => void): Promise<Row[]> {
  const mail = await startMailCatcher();
  const dnsServer = await startSilentDns();
  await using harness = await startHarness({
    ...NO_LIMITS,
    NEXTAUTH_URL: 'http://pasarela.example',
    SMTP_URL: mail.url,
    MAIL_FROM: 'avisos@pasarela.example',
  });
  harness.onStop(mail.close);
  harness.onStop(dnsServer.close);
  using generator = new Generator();
  const app = await harness.startApp({}, 'server', { dnsServer: dnsServer.address });
  await awaitPage(app);
  const inside = { ...(await getInside(harness, app)), letters: () => mail.received.length };
  const others: SignedIn[] = [];
  while (others.length < READERS) {
    others.push(await signIn(app.url, harness.databaseUrl, 'admin'));
  }
  const attacks = attacksAt(plan.scale, inside).filter(({ name }) => plan.includes(name));
  // The first request of each page fills caches, which must not count as the attack's memory.
  for (const path of pagesOf(attacks)) await (await fetch(app.url + path)).arrayBuffer();
  const measure = await lookupsAt(harness, app, generator);
  await measure(plan.warmUpMs);
  const rows: Row[] = [];
  if (attacks.some(({ pagesOfOthers }) => pagesOfOthers)) await addCharges(harness.databaseUrl);
  for (const [place, attack] of attacks.entries()) {
    if (attack.exportsRecords) await addRows(harness.databaseUrl);
    const run = { plan, app, inside, others, measure, attack, network: place + 1 };
    const row = await runAttack(run);
    report(row);
    rows.push(row);
  }
  return rows;
}

type Measure = (durationMs: number) => Promise<LoadResult>;

/** Sends all lookups in turn, at a steady rate and on fresh connections. */
async function lookupsAt(harness: Harness, app: TestApp, generator: Generator): Promise<Measure> {
  const { databaseUrl } = harness;
  const caller = await createTestIntegration(databaseUrl, { saldo: BALANCE });
  const asked = LOOKUPS.map((lookup) => lookupRequests(app.port, lookup, [caller]));
  const requests = (await Promise.all(asked)).flat();
  const job: Omit<LoadJob, 'durationMs'> = {
    port: app.port,
    requests,
    connections: CONNECTIONS,
    ratePerSecond: RATE_PER_SECOND,
  };
  return (durationMs) => generator.run({ ...job, durationMs });
}

const EXPORTED_ROWS = 60_000;

async function getInside({ databaseUrl }: Harness, app: TestApp) {
  const sessions: string[] = [];
  while (sessions.length <= SESSIONS) {
    sessions.push((await signIn(app.url, databaseUrl, 'admin')).cookie);
  }
  const [cookie = ''] = sessions;
  return { cookie, sessions, csrf: await csrfOf(app.url) };
}

function pagesOf(attacks: readonly Attack[]): Set<string> {
  const requests = attacks.flatMap(({ job }) => job.requests);
  return new Set(requests.filter(({ method }) => method === 'GET').map(({ path }) => path));
}

const CHARGES = 350_000;

/** Gives the lists a day with more charges than they can read at once; few are repeated. */
async function addCharges(databaseUrl: string): Promise<void> {
  const sql = connectSql(databaseUrl, { max: 1, statementTimeoutMs: 300_000 });
  await addRecords(sql, CHARGES, { status: 200, ending: 'found', charged: 5_000 });
  await sql.unsafe(countsOf("request_id LIKE 'planted-%'"));
  await foldCounts(sql);
  await sql`ANALYZE query_records`;
  await sql.end();
}

/** Gives the exports more rows than fit into the buffers of a connection. */
async function addRows(databaseUrl: string): Promise<void> {
  const sql = connectSql(databaseUrl, { max: 1, statementTimeoutMs: 60_000 });
  await addRecords(sql, EXPORTED_ROWS, { status: 404, ending: 'source_not_found', charged: 0 });
  await sql.end();
}

interface Ended {
  readonly status: number;
  readonly ending: string;
  readonly charged: number;
}

/** Adds records of different identifiers, five a second until now. */
async function addRecords(sql: Sql, count: number, { status, ending, charged }: Ended) {
  await sql`
    INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
      responsible, duration_ms, source_ms, charged, identifiers, identifier_keys, request_id, created_at, settled_at)
    SELECT gen_random_uuid(), 1, 1, 'cui-nit', 'completada', ${status}::int, ${ending}::text, 'nobody', 10, 9, ${charged}::bigint,
      ''::bytea, ARRAY[n]::bigint[], 'planted-' || n, at, at
    FROM generate_series(1, ${count}) AS n
      CROSS JOIN LATERAL (SELECT now() - make_interval(secs => 0.2 * n) AS at) AS t`;
}

interface Run {
  readonly plan: Plan;
  readonly app: TestApp;
  readonly inside: Inside;
  /** Others who read pages. */
  readonly others: readonly SignedIn[];
  readonly measure: Measure;
  readonly attack: Attack;
  readonly network: number;
}

async function runAttack(run: Run): Promise<Row> {
  const { plan, app, inside, measure, attack, network } = run;
  const { name, job, accident, throughProxy, check, after } = attack;
  const [idle, quietMs] = await Promise.all([measure(plan.idleMs), pagesOf95(run, plan.idleMs)]);
  const before = await heldBy(app);
  const peakOf = watchMemory(app.pid);
  const proxy = throughProxy ? await startReverseProxy('haproxy', app.port) : undefined;
  const port = proxy?.ports.h1 ?? app.port;
  const stopAttackers = await startAttackers({ ...job, port, network });
  const restore = accident === undefined ? undefined : await harmPages(app.pid, accident);
  const [load, signInProblem, pagesMs] = await Promise.all([
    measure(plan.attackMs),
    attack.signIns ? signInProblemOf(app, inside) : undefined,
    pagesOf95(run, plan.attackMs),
  ]);
  const grownBytes = peakOf() - before.rssBytes;
  // Those that hold something go on holding it: the app must not wait for them to let go.
  const isHolding = job.manner === 'hold' || job.manner === 'unread';
  const early = isHolding ? undefined : await stopAttackers();
  await proxy?.stop();
  const left = await awaitRelease(app, before, plan.releaseMs);
  const outcomes = early ?? (await stopAttackers());
  const isServed = await awaitPage(app);
  restore?.();
  const problems = [
    ...[check?.(outcomes), signInProblem, after?.(), slowdown(quietMs, pagesMs)].filter(
      (problem) => problem !== undefined,
    ),
    ...(isServed ? [] : ['no page afterwards']),
  ];
  const allowedBytes = GROWTH_LIMIT_BYTES + (isHolding ? job.connections * CONNECTION_BYTES : 0);
  return { name, idle, load, grownBytes, allowedBytes, left, outcomes, problems };
}

const READ = ['/console', '/console/integrations', '/console/users', '/console/account'];
const READING_MS = 100;
/** As many as keep each below the limit of pages of a session. */
const READERS = 3;
/** Pages of others may take twice as long as without the attack. */
const PAGES_LIMIT = 2;

/** Reads pages as others, one after the other. Returns the 95th percentile in ms. */
async function pagesOf95({ app, others, attack }: Run, durationMs: number) {
  if (!attack.pagesOfOthers) return undefined;
  const times: number[] = [];
  const end = performance.now() + durationMs;
  for (let n = 0; performance.now() < end; n += 1) {
    const page = READ[n % READ.length];
    const reader = others[n % READERS] as SignedIn;
    const { status, ms } = await visit(`${app.url}${page}`, reader);
    if (status !== 200) throw new Error(`${page} of somebody else answered ${status}.`);
    times.push(ms);
    await pause(READING_MS);
  }
  return quantile(times, 0.95);
}

function slowdown(quietMs = 0, pagesMs = 0): string | undefined {
  if (pagesMs <= PAGES_LIMIT * quietMs) return undefined;
  return `p95 of others' pages ${quietMs.toFixed(0)} to ${pagesMs.toFixed(0)} ms`;
}

const SIGN_INS = 5;

/** Signs in as somebody unknown, each time on a connection of its own. Describes a wrong answer. */
async function signInProblemOf({ url }: TestApp, { csrf }: Inside): Promise<string | undefined> {
  for (let attempt = 0; attempt < SIGN_INS; attempt += 1) {
    const person = { email: `other-${attempt}@pasarela.example`, password: 'not this one' };
    const sent = sendSignIn(url, csrf, person, { connection: 'close' });
    const outcome = await sent.then(({ outcome }) => outcome).catch(String);
    if (outcome !== 'rejected') return `a sign-in of others got ${outcome}`;
  }
  return undefined;
}

const POLL_MS = 250;
const ANSWER_TIMEOUT_MS = 5_000;

const PAGE_LIMIT_MS = 60_000;

/** Waits until the console's pages are answered; false when they are not after a minute. */
async function awaitPage({ url }: TestApp): Promise<boolean> {
  const deadline = Date.now() + PAGE_LIMIT_MS;
  do {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(`${url}/login`, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  } while (Date.now() < deadline);
  return false;
}

const P99_LIMIT_MS = 100;
const P50_LIMIT = 2;
const GROWTH_LIMIT_BYTES = 50_000_000;
/** Node's objects of an open connection and its parser. */
const CONNECTION_BYTES = 10_000;

export function p50(load: LoadResult): number {
  return quantile(load.latenciesMs, 0.5);
}

export function p99(load: LoadResult): number {
  return quantile(load.latenciesMs, 0.99);
}

/** Lookups that did not get their answer. */
export function failed({ load }: Row): number {
  return Object.values(load.failures).reduce((sum, count) => sum + count, 0);
}

/** Lists the requirements that a row misses. */
export function missedBy(row: Row): string[] {
  const { idle, load, grownBytes, allowedBytes, left, problems } = row;
  return [
    ...(p50(load) > P50_LIMIT * p50(idle) ? ['p50'] : []),
    ...(p99(load) > P99_LIMIT_MS ? ['p99'] : []),
    ...(failed(row) > 0 ? [`failed: ${Object.keys(load.failures)[0]}`] : []),
    ...(grownBytes >= allowedBytes ? ['memory'] : []),
    ...(left.length > 0 ? [`left: ${left.join(', ')}`] : []),
    ...problems,
  ];
}
