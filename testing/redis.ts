import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '@/lib/free-port';
import { parseJson } from '@/lib/json';
import { PlainScripts } from '@/lib/limits/redis';

/** A real redis-server on a port of its own, which can be stopped, frozen and started again. */
export interface TestRedis {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL: gone without a word. */
  kill(): Promise<void>;
  /** SIGSTOP: still accepts connections, answers nothing. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startTestRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    child = spawn('redis-server', settings, { stdio: 'ignore' });
    await answering(url);
  };
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

/** A REST front that speaks Upstash's protocol, before a real Redis. */
export interface UpstashFront {
  readonly url: string;
  readonly token: string;
  /** HTTP requests served so far. */
  requests(): number;
  close(): Promise<void>;
}

const TOKEN = 'upstash-test-token';

/** Single commands at `/`, several at `/pipeline`; strings in base64 where the client asks for it. */
export async function startUpstashFront(redisUrl: string): Promise<UpstashFront> {
  const redis = new Redis(redisUrl, { retryStrategy: () => 50, maxRetriesPerRequest: 0 });
  redis.on('error', () => {});
  // Upstash takes scripts with a flag that ordinary Redis refuses; here they run without it.
  const scripts = new PlainScripts(redis);
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const base64 = request.headers['upstash-encoding'] === 'base64';
    const authorized = request.headers.authorization === `Bearer ${TOKEN}`;
    const body = authorized
      ? await serve(scripts, request, base64)
      : { error: 'WRONGPASS invalid or missing auth token' };
    response.writeHead(authorized ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const close = async () => {
    redis.disconnect();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, token: TOKEN, requests: () => requests, close };
}

async function serve(
  scripts: PlainScripts,
  request: IncomingMessage,
  base64: boolean,
): Promise<unknown> {
  const body = parseJson(await textOf(request));
  if (!Array.isArray(body)) return { error: 'ERR not a command' };
  if (request.url !== '/pipeline') return run(scripts, body, base64);
  return Promise.all(body.map((command: unknown[]) => run(scripts, command, base64)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

async function run(scripts: PlainScripts, command: unknown[], base64: boolean): Promise<unknown> {
  const { result, error } = await scripts.answer(command.map(String));
  return error === undefined ? { result: encoded(result, base64) } : { error };
}

function encoded(value: unknown, base64: boolean): unknown {
  if (!base64) return value;
  if (typeof value === 'string') return Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map((element) => encoded(element, base64)) : value;
}
