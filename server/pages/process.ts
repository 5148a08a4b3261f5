import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { closeShared, ProcessWide } from '@/lib/base/process/process-wide';
import { captureConsole, createLogger, logCrash } from '@/lib/base/telemetry/log';
import { type Metrics, type MetricsJson, ProcessMetrics } from '@/lib/base/telemetry/metrics';
import { pagesFolder } from '@/server/build-stamp';
import { NEXT_VARIABLES } from '@/server/internals';
import { PAGES_SOCKET, projectRoot } from '@/server/paths';
import { dropUnreadableState } from './router-state';
import { METRICS_REQUEST, type PagesMessage } from './supervise';

/**
 * The pages process. It runs Next behind a socket that only the front process can reach, and ends
 * with the front process. In development it also answers the lookups, so that they reload.
 */

const ALIVE_EVERY_MS = 1_000;

const socketPath = process.env[PAGES_SOCKET];
if (socketPath === undefined || process.send === undefined) {
  throw new Error('The pages process is started by the front process: npm start.');
}

const server = createServer();
const dev = process.env.NODE_ENV === 'development';
// Next prints while it starts, before instrumentation.ts can capture it.
if (!dev) captureConsole(createLogger());
logCrash(createLogger());
if (!dev) process.env[NEXT_VARIABLES.settings] = await resolvedSettings();
// The tasks that Next starts in `prepare` count in them.
const processMetrics = new ProcessMetrics('pages');
new ProcessWide<ProcessMetrics>('process_metrics').set(processMetrics);
const app = next({ dev, dir: projectRoot, hostname: 'localhost', port: 0, httpServer: server });
await app.prepare();
const handle = app.getRequestHandler();
server.on('request', (request, response) => {
  dropUnreadableState(request.headers);
  void handle(request, response);
});
// The front process limits requests and connections, and keeps its connections for reuse.
Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });

const openedGateway = new ProcessWide<{ readonly metrics: Pick<Metrics, 'read'> }>('gateway');
process.on('message', (message) => {
  if (message === METRICS_REQUEST) void sendMetrics();
});

async function resolvedSettings(): Promise<string> {
  const text = await readFile(join(pagesFolder, 'required-server-files.json'), 'utf8');
  return JSON.stringify(JSON.parse(text).config);
}

let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  server.close();
  server.closeIdleConnections();
  const shared = ['tasks', 'console', 'gateway'] as const;
  await Promise.allSettled([app.close(), ...shared.map(closeShared)]);
  process.exit(0);
}

process.on('SIGTERM', () => void stop());
// A terminal interrupts the whole process group; the front process decides when to stop.
process.on('SIGINT', () => {});
process.once(
  'disconnect',
  () => void rm(socketPath, { force: true }).finally(() => process.exit(1)),
);

await rm(socketPath, { force: true });
await new Promise<void>((resolve) => server.listen(socketPath, resolve));
send({ kind: 'ready' });
setInterval(() => send({ kind: 'alive', rss: process.memoryUsage.rss() }), ALIVE_EVERY_MS).unref();

async function sendMetrics(): Promise<void> {
  // Only in development does this process answer lookups.
  const lookups = openedGateway.get()?.metrics.read() ?? [];
  const metrics = (await Promise.all([processMetrics.read(), lookups])).flat();
  send({ kind: 'metrics', metrics: metrics.map(finite) });
}

/** Leaves out infinite values, which JSON cannot express. */
function finite(metric: MetricsJson[number]): MetricsJson[number] {
  return { ...metric, values: metric.values.filter(({ value }) => Number.isFinite(value)) };
}

function send(message: PagesMessage): void {
  // Without a callback, sending to a dead front process would throw.
  process.send?.(message, undefined, {}, () => {});
}
