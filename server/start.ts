import { join } from 'node:path';
import { connectSql, type Sql } from '@/db/client';
import { missingRights } from '@/db/roles';
import { EnvError, readSettings, type Settings } from '@/lib/base/env/env';
import { readSecretFiles } from '@/lib/base/env/secret-files';
import { isLoopback } from '@/lib/base/env/unsafe-settings';
import { VERSION } from '@/lib/base/env/version';
import { freePort } from '@/lib/base/process/free-port';
import { closeShared } from '@/lib/base/process/process-wide';
import { captureConsole, createLogger, type Logger, logCrash } from '@/lib/base/telemetry/log';
import { Metrics, metricsText, ProcessMetrics, setState } from '@/lib/base/telemetry/metrics';
import { startTracing } from '@/lib/base/telemetry/start-tracing';
import { type Gateway, sharedGateway } from '@/lib/gateway/gateway';
import { createHealthCheck, type Health } from '@/lib/gateway/health';
import { Load } from '@/lib/gateway/load';
import { lookupHandlers } from '@/lib/gateway/lookup-handlers';
import { createPeerSecret } from '@/lib/gateway/peer';
import { createReach } from '@/lib/sources/reach';
import { watchDatabase } from '@/lib/tasks/database-metrics';
import { startLookupTasks } from '@/lib/tasks/runner';
import type { Lifecycle } from '@/server/ops/server';
import { type Assets, loadAssets } from './assets';
import { printBanner, printPagesEnd } from './banner';
import { arePagesBuilt, assertBuilt, pagesFolder } from './build-stamp';
import { createFrontServer, type FrontServer } from './front';
import { OpsServer } from './ops/server';
import { buildBeside } from './pages/build';
import { PageLimit } from './pages/limit';
import { Pages } from './pages/serve';
import { PagesProcess } from './pages/supervise';
import { assertPortFree, baseUrl, listen } from './port';
import { type Cleanups, type Prepared, prepare } from './prepare';
import { RepeatedRefusals } from './repeated-refusals';
import { returnMemoryWhenQuiet } from './return-memory';
import { ShedCounts } from './shed-counts';
import { StartError } from './start-error';
import { watchSources } from './watch-sources';

/**
 * Starts the front process: the database and simulator that development may leave out, the schema,
 * the pages process and the port.
 */

/** Longer than the longest query, so that no query is cut. */
const DRAIN_DEADLINE_MS = 35_000;

/** Run in reverse order. */
const cleanups: Cleanups = [];

const lifecycle: Lifecycle = { phase: 'starting' };
const ops = new OpsServer(lifecycle);

/** Ends a start under way between two of its steps. */
const shutdown = new AbortController();

async function main(signal: AbortSignal): Promise<void> {
  const dev = process.argv.includes('--dev');
  const nodeEnv = dev ? 'development' : 'production';
  Object.assign(process.env, { NODE_ENV: nodeEnv, NEXT_TELEMETRY_DISABLED: '1' });
  readSecretFiles(process.env);
  const given = readSettings(process.env);
  const settings = { ...given, port: given.port || (await freePort()) };
  await assertPortFree(settings);
  if (settings.ops !== undefined)
    await listen(ops.server, { ...settings.ops, variable: 'OPS_PORT' });
  if (settings.deployment === 'production') await assertBuilt();
  signal.throwIfAborted();

  const prepared = await prepare(settings, cleanups, signal);
  signal.throwIfAborted();
  // Only pages reload: lookups alone are served as in production.
  const pages = await serve(dev && settings.serves !== 'lookups', settings, prepared);
  returnMemoryWhenQuiet();
  if (settings.deployment !== 'development') return;
  if (dev) await pages?.begun;
  const isBuilding = pages?.isBuilding ?? false;
  printBanner({ settings, ...prepared, isBuilding });
  const printEnd = () => signal.aborted || printPagesEnd(settings, pages?.state);
  if (isBuilding) void pages?.begun.then(printEnd);
}

/**
 * Starts the lookups in this process and the pages in another, as the settings say. The port opens
 * without waiting for the pages.
 */
async function serve(
  dev: boolean,
  settings: Settings,
  { databaseUrl, deploymentId }: Prepared,
): Promise<Pages | undefined> {
  const { serves, deployment } = settings;
  // With hot reload Next answers the lookups.
  if (!dev) await startTracing();
  cleanups.push(() => closeShared('tracing'));
  const lookups = serves === 'pages' || dev ? undefined : openLookups();
  const log = lookups?.log ?? createLogger();
  logCrash(log);
  if (!dev) captureConsole(log);
  const metrics = lookups?.metrics ?? new Metrics();
  const counts = new ShedCounts(log, metrics);
  const load = lookups?.load ?? new Load();
  const limit = createPageLimit(settings);
  const shared = { dev, counts, log, load, metrics, limit };
  const pages = serves === 'lookups' ? undefined : await startPages(settings, shared);
  const sql = lookups?.sql ?? healthConnection(databaseUrl);
  const health = createHealthCheck({
    deployment,
    sql,
    ...(lookups && { lookups }),
    ...(pages && { pages: () => pages.state }),
    draining: () => lifecycle.phase === 'draining',
  });
  const front = createFrontServer({
    lookups: lookups === undefined ? new Map() : lookupHandlers,
    health,
    pages,
    limit,
    refusals: new RepeatedRefusals(settings.trustedProxyHops),
    upgrades: dev,
    counts,
    log,
    proxies: settings,
    https: process.env.NEXTAUTH_URL?.startsWith('https:') ?? false,
    lifecycle,
  });
  await listen(front.server, settings);
  metrics.build.set({ version: VERSION, node: process.version, deployment_id: deploymentId }, 1);
  watchFront(metrics, { front, health, pages });
  watchDatabase(metrics, sql);
  ops.serve({
    deploymentId,
    sql,
    health,
    unreachable: lookups && createReach(lookups.sources, lookups.channels),
    metrics: metricsReader(metrics, pages),
  });
  log.info({ event: 'started', serves, url: baseUrl(settings.host, settings.port) });
  logMissingRights(sql, log);
  if (deployment === 'production' && settings.proofSecrets.length === 0) {
    log.warn({ event: 'proof_key_missing' });
  }
  cleanups.push(() => drain(settings, { front, pages, counts, log }));
  return pages;
}

interface Draining {
  readonly front: FrontServer;
  readonly pages: Pages | undefined;
  readonly counts: ShedCounts;
  readonly log: Logger;
}

/** Lets what is under way end, when the process stops. */
async function drain(
  { drainDelayMs }: Settings,
  { front, pages, counts, log }: Draining,
): Promise<void> {
  log.info({ event: 'stopping', drainDelayMs });
  pages?.beginStop();
  await front.drain(drainDelayMs, DRAIN_DEADLINE_MS);
  counts.close();
  log.info({ event: 'stopped' });
}

/** Creates the function that writes the metrics of this process and of the pages. */
function metricsReader(metrics: Metrics, pages: Pages | undefined): () => Promise<string> {
  const processMetrics = new ProcessMetrics('front');
  return async () => {
    const parts = [processMetrics.read(), metrics.read(), pages?.metrics() ?? []];
    return metricsText(await Promise.all(parts));
  };
}

function createPageLimit({ pagesPerMinute, trustedProxyHops }: Settings): PageLimit {
  const sessionSecret = process.env.NEXTAUTH_SECRET;
  return new PageLimit({ pagesPerMinute, trustedProxyHops, sessionSecret });
}

/** Opens the gateway and starts its tasks. */
function openLookups(): Gateway {
  const lookups = sharedGateway();
  cleanups.push(() => closeShared('gateway'));
  const tasks = startLookupTasks(lookups);
  cleanups.push(() => tasks.stop());
  return lookups;
}

interface WatchedFront {
  readonly front: FrontServer;
  readonly health: () => Promise<Health>;
  readonly pages: Pages | undefined;
}

const PAGES_STATES = ['ready', 'starting', 'down'] as const;
const DATABASE_STATES = [
  'ok',
  'read_only',
  'standby',
  'no_rights',
  'no_standby',
  'failing',
  'unavailable',
] as const;

/** Sets the gauges of the front process whenever the metrics are read. */
function watchFront(metrics: Metrics, { front, health, pages }: WatchedFront): void {
  metrics.onRead(async () => {
    metrics.sockets.set(front.connections());
    metrics.draining.set(Number(lifecycle.phase === 'draining'));
    if (pages !== undefined) setState(metrics.pagesState, PAGES_STATES, pages.state);
    setState(metrics.database, DATABASE_STATES, (await health()).database);
  });
}

interface PagesSurroundings {
  readonly dev: boolean;
  readonly counts: ShedCounts;
  readonly log: Logger;
  readonly load: Load;
  readonly metrics: Metrics;
  readonly limit: PageLimit;
}

async function startPages(
  { host, port }: Settings,
  { dev, counts, log, load, metrics, limit }: PagesSurroundings,
): Promise<Pages> {
  const peerSecret = createPeerSecret();
  const pagesProcess = new PagesProcess({
    dev,
    origin: baseUrl(host, port),
    peerSecret,
    log,
    metrics,
  });
  cleanups.push(() => pagesProcess.stop());
  let assets: Assets = new Map();
  const readAssets = async () => {
    assets = await loadAssets(join(pagesFolder, 'static'), '/_next/static');
  };
  if (dev) await pagesProcess.start();
  else if (await arePagesBuilt()) await Promise.all([readAssets(), pagesProcess.start()]);
  else await pagesProcess.start(built(readAssets));
  const origin = new URL(process.env.NEXTAUTH_URL ?? baseUrl(host, port));
  const pages = new Pages({
    process: pagesProcess,
    peerSecret,
    assets: () => assets,
    limit,
    counts,
    overloaded: () => !dev && load.overloaded('pages'),
    development: dev ? watchSources({ signal: shutdown.signal, print: printLine }) : undefined,
    // Otherwise each made-up host would cost a rendering.
    origin: isLoopback(origin.hostname) ? undefined : origin,
  });
  cleanups.push(async () => pages.close());
  return pages;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Builds the pages of a checkout, while lookups are answered. */
function built(readAssets: () => Promise<void>): Promise<void> {
  const building = buildBeside(shutdown.signal);
  cleanups.push(() => building.catch(() => undefined));
  return building.then(readAssets);
}

/** Names the rights that health only counts as `no_rights`. The start does not wait for it. */
function logMissingRights(sql: Sql, log: Logger): void {
  missingRights(sql).then(
    (rights) => rights.length > 0 && log.error({ event: 'rights_missing', rights }),
    (err: unknown) => log.error({ event: 'rights_unknown', err }),
  );
}

function healthConnection(databaseUrl: string): Sql {
  const sql = connectSql(databaseUrl, { max: 1 });
  cleanups.push(() => sql.end({ timeout: 5 }));
  return sql;
}

let stopping = false;

/** Waits for a start under way to end, then runs the clean-ups. */
async function stop(code: number): Promise<void> {
  // A terminal signals the whole group and npm forwards the signal once more.
  if (stopping) return;
  stopping = true;
  shutdown.abort();
  // The failure of a start is reported where it is awaited.
  await started.catch(() => undefined);
  for (const cleanup of cleanups.reverse()) {
    await cleanup().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

function isExplained(error: unknown): error is EnvError | StartError {
  return error instanceof EnvError || error instanceof StartError;
}

function explain(error: unknown): string {
  if (isExplained(error)) return error.message;
  return (error instanceof Error && error.stack) || String(error);
}

const started = main(shutdown.signal);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));

try {
  await started;
} catch (error) {
  if (!shutdown.signal.aborted) {
    // Collectors read the log of production; people read a terminal.
    if (process.env.APP_ENV === 'production' && !process.stderr.isTTY) {
      // A wrong or silent level must not hide why.
      process.env.LOG_LEVEL = 'fatal';
      // The stack would repeat the message, which is all that people need.
      if (isExplained(error)) delete error.stack;
      createLogger().fatal({ event: 'start_failed', err: error });
    } else {
      process.stderr.write(`${explain(error)}\n`);
    }
  }
  await stop(1);
}
