import type { Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import next from 'next';
import { durabilityProblems } from '@/db/durability';
import { startEmbeddedPostgres } from '@/db/embedded';
import { migrateDatabase } from '@/db/migrate';
import { demonstration } from '@/db/seed';
import { closeConsole } from '@/lib/console/context';
import { EnvError, readSettings, type Settings } from '@/lib/env';
import { closeGateway } from '@/lib/gateway/gateway';
import { startSimulator } from '@/simulator/server';
import { printBanner } from './banner';
import { buildWhenNeeded } from './build';
import { createFrontServer } from './http';
import { dataFolder, projectRoot } from './paths';
import { keptSecret } from './secrets';

/**
 * The main job: whatever development may leave out is started here (database, simulator), then the
 * schema is brought up to date, Next is loaded and the port opened.
 */

/** A little over the longest query, so that a drain never cuts one. */
const DRAIN_DEADLINE_MS = 35_000;

/** Something to undo at the end; the last started is the first stopped. */
const cleanups: (() => Promise<unknown>)[] = [];

async function main(): Promise<void> {
  const dev = process.argv.includes('--dev');
  const nodeEnv = dev ? 'development' : 'production';
  Object.assign(process.env, { NODE_ENV: nodeEnv, NEXT_TELEMETRY_DISABLED: '1' });
  const settings = readSettings(process.env);
  await assertPortFree(settings);
  if (!dev) await buildWhenNeeded();

  const databaseUrl = settings.databaseUrl ?? (await embeddedDatabase());
  process.env.DATABASE_URL = databaseUrl;
  await simulatedSources(settings);
  await developmentSessions(settings);
  const problems = await durabilityProblems(databaseUrl);
  if (problems.length > 0)
    throw new StartError(`The database may lose money: ${problems.join('; ')}.`);
  await migrateDatabase(databaseUrl);
  const seeded =
    settings.deployment === 'development'
      ? await demonstration(databaseUrl, dataFolder)
      : undefined;

  const server = await serve(dev, settings);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  printBanner({ settings, port, seeded, embedded: settings.databaseUrl === undefined });
}

async function serve(dev: boolean, settings: Settings): Promise<Server> {
  const app = next({ dev, dir: projectRoot, hostname: settings.host, port: settings.port });
  await app.prepare();
  cleanups.push(() => app.close(), closeGateway, closeConsole);
  const { server, drain } = createFrontServer(app.getRequestHandler(), !dev);
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

async function developmentSessions({ host, port }: Settings): Promise<void> {
  process.env.NEXTAUTH_SECRET ||= await keptSecret('nextauth-secret');
  process.env.NEXTAUTH_URL ||= `http://${host}:${port}`;
}

/** A start that failed for a reason people can act on: the message is all they need. */
class StartError extends Error {}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, host, port)));
    server.listen(port, host, resolve);
  });
}

/** Asked before the long work of a start, so that a taken port is told at once. */
async function assertPortFree({ port, host }: Settings): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portProblem(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portProblem(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program: stop it, or choose another with PORT=3001.`,
    );
  }
  return new StartError(
    `Cannot listen on ${host}:${port} (${error.message}): check HOST and PORT.`,
  );
}

let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const cleanup of cleanups.reverse()) {
    await cleanup().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

process.once('SIGTERM', () => void stop(0));
process.once('SIGINT', () => void stop(0));

try {
  await main();
} catch (error) {
  const known = error instanceof EnvError || error instanceof StartError;
  const text = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  await stop(1);
}
