import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { freePort, listen } from '@/lib/base/process/free-port';
import { parseJson } from '@/lib/base/values/json';

/** A real redis-server on a port of its own, which can be stopped, frozen and started again. */
export async function startTestRedis() {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn('redis-server', settings, { stdio: 'ignore' });
    await answering(url);
  };
  /** Ends it with SIGKILL. */
  const kill = async () => {
    const running = child;
    child = undefined;
    if (running === undefined) return;
    const exited = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await exited;
  };
  const close = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  await start();
  /** Stops it with SIGSTOP: it accepts connections and answers nothing. */
  const freeze = () => child?.kill('SIGSTOP');
  const thaw = () => child?.kill('SIGCONT');
  return { url, start, kill, freeze, thaw, close };
}

async function answering(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => {});
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
}

const TOKEN = 'upstash-test-token';

/**
 * A REST front that speaks Upstash's protocol, before a real Redis. Takes single commands at `/`,
 * several at `/pipeline`; base64 where the client asks for it. `requests` counts those served so far.
 */
export async function startUpstashFront(redisUrl: string) {
  const redis = new Redis(redisUrl, { retryStrategy: () => 50, maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  const run = async (command: unknown[], base64: boolean) => {
    try {
      return { result: encoded(await redisCall(redis, command.map(String)), base64) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const base64 = request.headers['upstash-encoding'] === 'base64';
    const authorized = request.headers.authorization === `Bearer ${TOKEN}`;
    const body = authorized
      ? await serve(run, request, base64)
      : { error: 'WRONGPASS invalid or missing auth token' };
    response.writeHead(authorized ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const port = await listen(server);
  const close = async () => {
    redis.disconnect();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, token: TOKEN, requests: () => requests, close };
}

type Run = (command: unknown[], base64: boolean) => Promise<unknown>;

async function serve(run: Run, request: IncomingMessage, base64: boolean): Promise<unknown> {
  const body = parseJson(await text(request));
  if (!Array.isArray(body)) return { error: 'ERR not a command' };
  if (request.url !== '/pipeline') return run(body, base64);
  return Promise.all(body.map((command: unknown[]) => run(command, base64)));
}

/** Runs a command. A plain Redis runs scripts without the line that only Upstash knows. */
function redisCall(redis: Redis, [name = '', ...rest]: readonly string[]): Promise<unknown> {
  return redis.call(name, ...rest.map((value) => value.replace(/^#!lua [^\n]*\n/, '')));
}

function encoded(value: unknown, base64: boolean): unknown {
  if (!base64) return value;
  if (typeof value === 'string') return Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map((element) => encoded(element, base64)) : value;
}
