import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { createLogger } from '@/lib/base/telemetry/log';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { MINUTE_MS } from '@/lib/base/time/time';
import { ShedCounts } from './shed-counts';
import { SocketSites } from './socket-sites';
import { Sockets } from './sockets';

const RESPONSE_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function startServer(responseBytes = RESPONSE_BYTES) {
  const counts = new ShedCounts(createLogger({ write: () => {} }), new Metrics());
  const add = vi.spyOn(counts, 'add');
  const server = createServer((request, response) => {
    sockets.track(response, request.url === '/' ? 'page' : 'lookup');
    Readable.from(pieces(responseBytes)).pipe(response);
  });
  const sockets = new Sockets(server, { trustedProxyHops: 0, counts });
  const port = await listen(server);
  return { server, sockets, port, add };
}

function* pieces(bytes: number) {
  for (let sent = 0; sent < bytes; sent += PIECE_BYTES) yield Buffer.alloc(PIECE_BYTES);
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const LOOKUP_REQUEST = REQUEST.replace('/', '/rtu/nits');

it('cuts a client that does not read, and spares one that does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { server, port, add } = await startServer();
  const [deaf, listening] = [connect(port), connect(port)];
  deaf.on('error', () => {});
  let received = 0;
  listening.on('data', (chunk) => {
    received += chunk.length;
  });
  deaf.pause().write(REQUEST);
  listening.write(LOOKUP_REQUEST);
  const closed = once(deaf, 'close');
  await vi.waitUntil(() => received > RESPONSE_BYTES, { timeout: 10_000 });
  vi.advanceTimersByTime(30_000);
  deaf.resume();
  await closed;
  expect(add.mock.calls).toEqual([['unread_response']]);
  expect(listening.destroyed).toBe(false);
  listening.destroy();
  server.close();
});

it('cuts a client that pipelines without end, and parses no more of it', async () => {
  const { server, port, add } = await startServer();
  let requests = 0;
  server.on('request', () => {
    requests += 1;
  });
  const client = connect(port);
  client.on('error', () => {});
  client.resume().write(REQUEST.repeat(40));
  await once(client, 'close');
  expect(add.mock.calls).toEqual([['pipelined']]);
  expect(requests).toBe(3);
  server.close();
});

it('tells each pipelined response that its connection is gone', async () => {
  const { server, sockets, port } = await startServer();
  const client = connect(port);
  client.pause().write(REQUEST.repeat(2));
  await vi.waitUntil(() => [...sockets.responses()].length === 2);
  const closed = [...sockets.responses()].map((response) => once(response, 'close'));
  client.destroy();
  await Promise.all(closed);
  expect([...sockets.responses()]).toEqual([]);
  server.close();
});

it('closes a connection that only asked for pages and fell silent', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { server, port } = await startServer(0);
  const [browser, integrator] = [connect(port), connect(port)];
  browser.write(REQUEST);
  integrator.write(LOOKUP_REQUEST);
  await Promise.all([once(browser, 'data'), once(integrator, 'data')]);
  const closed = once(browser, 'close');
  vi.advanceTimersByTime(30_000);
  await closed;
  expect(integrator.destroyed).toBe(false);
  integrator.destroy();
  server.close();
});

it('knows a site for as long as its open connection asks with valid credentials', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const learn = vi.spyOn(SocketSites.prototype, 'learn');
  const { server, sockets, port } = await startServer(0);
  const client = connect(port);
  const [socket] = await once(server, 'connection');
  sockets.judge(socket, true);
  const [known] = learn.mock.contexts;
  const isKnown = () => known instanceof SocketSites && known.isKnown(socket);
  vi.advanceTimersByTime(59 * MINUTE_MS);
  sockets.judge(socket, true);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect(isKnown()).toBe(true);
  vi.advanceTimersByTime(59 * MINUTE_MS);
  expect(isKnown()).toBe(false);
  client.destroy();
  server.close();
});
