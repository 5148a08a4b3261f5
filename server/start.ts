import { Server } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { durabilityProblems } from '@/db/durability';
import { startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { demonstration } from '@/db/seed';
import { closeConsole } from '@/lib/console/context';
import { EnvError, readSettings, type Settings } from '@/lib/env';
import { closeGateway } from '@/lib/gateway/gateway';
import { startSimulator } from '@/simulator/server';
import { baseUrl } from './address';
import { type Assets, loadAssets } from './assets';
import { printBanner } from './banner';
import { buildWhenNeeded } from './build';
import { createFrontServer } from './http';
import { dataFolder, projectRoot } from './paths';
import { assertPortFree, listen } from './port';
import { keptSecret } from './secrets';
import { StartError } from './start-error';

/**
 * The main job: whatever development may leave out is started here (database, simulator), then the
 * schema is brought up to date, Next is loaded and the port opened.
 */

/** A little over the longest query, so that a drain never cuts one. */
const DRAIN_DEADLINE_MS = 35_000;

const ASSETS_FOLDER = join(projectRoot, '.next', 'static');

/** Something to undo at the end; the last started is the first stopped. */
const cleanups: (() => Promise<unknown>)[] = [];

/** Told to stop: a start under way ends between two of its steps. */
const shutdown = new AbortController();

async function main(signal: AbortSignal): Promise<void> {
  const dev = process.argv.includes('--dev');
  const nodeEnv = dev ? 'development' : 'production';
  Object.assign(process.env, { NODE_ENV: nodeEnv, NEXT_TELEMETRY_DISABLED: '1' });
  const settings = readSettings(process.env);
  await assertPortFree(settings);
  if (!dev) await buildWhenNeeded(signal);
  signal.throwIfAborted();

  const databaseUrl = settings.databaseUrl ?? (await embeddedDatabase());
  signal.throwIfAborted();
  process.env.DATABASE_URL = databaseUrl;
  await simulatedSources(settings);
  await developmentSecrets(settings);
  const problems = await durabilityProblems(databaseUrl);
  if (problems.length > 0)
    throw new StartError(`The database may lose money: ${problems.join('; ')}.`);
  await migrateDatabase(databaseUrl);
  const seeded =
    settings.deployment === 'development'
      ? await demonstration(databaseUrl, dataFolder)
      : undefined;

  signal.throwIfAborted();
  const server = await serve(dev, settings);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  printBanner({ settings, port, seeded, embedded: settings.databaseUrl === undefined });
}

/**
 * Next is given a server that never listens, for it to wait there for connections that want another
 * protocol. On ours it would take them and never answer: Java's client offers HTTP/2 with each first
 * request and expects to be answered in HTTP/1.1.
 */
async function serve(dev: boolean, settings: Settings): Promise<Server> {
  const { host: hostname, port } = settings;
  const app = next({ dev, dir: projectRoot, hostname, port, httpServer: new Server() });
  cleanups.push(() => app.close(), closeGateway, closeConsole);
  await app.prepare();
  const assets: Assets = dev ? new Map() : await loadAssets(ASSETS_FOLDER, '/_next/static');
  const { server, drain } = createFrontServer(app.getRequestHandler(), { direct: !dev, assets });
  if (dev) server.on('upgrade', app.getUpgradeHandler());
  await listen(server, settings);
  cleanups.push(() => drain(DRAIN_DEADLINE_MS));
  return server;
}

async function embeddedDatabase(): Promise<string> {
  const embedded = await startEmbeddedPostgres(dataFolder);
  cleanups.push(embedded.stop);
  return embedded.url;
}

/** The simulator stands in for each source that has no address. */
async function simulatedSources({ renap, rtu, catalogos }: Settings): Promise<void> {
  if (renap && rtu && catalogos) return;
  const simulator = await startSimulator();
  cleanups.push(() => simulator.close());
  const { tokens } = simulator;
  if (!renap) provide('RENAP', simulator.renapUrl, tokens.renap);
  if (!rtu) provide('RTU', simulator.rtuUrl, tokens.rtu);
  if (!catalogos) provide('CATALOGOS', simulator.catalogosUrl, tokens.catalogos);
}

function provide(source: string, url: string, token: string): void {
  process.env[`${source}_URL`] = url;
  process.env[`${source}_TOKEN`] = token;
}

async function developmentSecrets({ deployment, host, port }: Settings): Promise<void> {
  if (deployment === 'production') return;
  process.env.IDENTIFIERS_KEY ||= await keptSecret('identifiers-key');
  process.env.NEXTAUTH_SECRET ||= await keptSecret('nextauth-secret');
  process.env.NEXTAUTH_URL ||= baseUrl(host, port);
}

let stopping = false;

/** Waits for a start under way to notice, then undoes what was started, the last first. */
async function stop(code: number): Promise<void> {
  // A terminal signals the whole group and npm forwards the signal once more.
  if (stopping) return;
  stopping = true;
  shutdown.abort();
  await started.catch(() => 'told below');
  for (const cleanup of cleanups.reverse()) {
    await cleanup().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

const started = main(shutdown.signal);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));

try {
  await started;
} catch (error) {
  if (!shutdown.signal.aborted) {
    const known = error instanceof EnvError || error instanceof StartError;
    const text = known ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${text}\n`);
  }
  await stop(1);
}
