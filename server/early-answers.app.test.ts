import { spawn } from 'node:child_process';
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { wellKnown } from '@/simulator/well-known';
import { closeAfterwards } from '@/testing/afterwards';
import { NO_LIMITS } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { credentials, rawHead, rawPost } from '@/testing/requests';
import {
  REVERSE_PROXIES,
  type ReverseProxyKind,
  startReverseProxy,
} from '@/testing/reverse-proxies';
import { everything } from '@/testing/scope';
import { sharedHarness } from '@/testing/shared-parts';

/**
 * A proxy may keep a connection on which it was answered before it had sent the whole body. The
 * server would then read the next request, of anybody, as that body.
 */

const harness = await sharedHarness({ ...NO_LIMITS, LIMIT_PAGES: '100000' });
const apps = { server: await harness.startApp(), next: await harness.startApp({}, 'next') };

const LOOKUP = '/catalogos/rtu';
/** No credentials, so the lookup is refused whatever its body. */
const REFUSED = { host: 'localhost', 'content-type': 'application/json' };
const BODY = '{"nit":"12345678"}';

function open(kind: keyof typeof apps): Socket {
  const socket = connect(apps[kind].port, '127.0.0.1');
  closeAfterwards(async () => void socket.destroy());
  return socket;
}

/** Resolves with what arrives until the end of a refusal. */
function next(socket: Socket): Promise<string> {
  let answer = '';
  return new Promise((resolve) => {
    socket.on('data', function keep(data) {
      answer += data.toString('latin1');
      if (!/credenciales de integracion\."\}(?:\r\n0\r\n\r\n)?$/.test(answer)) return;
      socket.off('data', keep);
      resolve(answer);
    });
  });
}

describe.each(['server', 'next'] as const)('a refused lookup of %s', (kind) => {
  it('is answered after its body, and its connection serves the next request', async () => {
    const socket = open(kind);
    const length = String(BODY.length);
    socket.write(rawHead(LOOKUP, { ...REFUSED, 'content-length': length }));
    socket.write(BODY.slice(0, 5));
    const first = next(socket);
    // Another request's answer shows that the server had time to answer this one.
    await fetch(apps[kind].url + LOOKUP, { method: 'POST', headers: REFUSED, body: BODY });
    socket.write(BODY.slice(5));
    expect(await first).toMatch(/^HTTP\/1\.1 403 [\s\S]*\r\nconnection: keep-alive\r\n/i);
    const second = next(socket);
    socket.write(rawPost(LOOKUP, BODY, {}));
    expect(await second).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['a body that never comes', { 'content-length': '40' }],
    ['chunks that never end', { 'transfer-encoding': 'chunked' }],
    ['a body over the limit', { 'content-length': String(MAX_BODY_BYTES + 1) }],
    ['a body to be asked for', { 'content-length': '40', expect: '100-continue' }],
  ])('closes the connection of %s', async (_, framing: Record<string, string>) => {
    const socket = open(kind);
    socket.write(rawHead(LOOKUP, { ...REFUSED, ...framing }));
    expect(await text(socket)).toMatch(/HTTP\/1\.1 403 [\s\S]*\r\nconnection: close\r\n/i);
  });
});

it.each([
  ['GET /health', {}],
  ['HEAD /docs', {}],
  ['GET /openapi.json', {}],
  ['POST /login', { expect: 'something-else' }],
])('%s closes the connection when the body does not come', async (request, headers) => {
  const socket = open('server');
  const [method = '', path = ''] = request.split(' ');
  const head = rawHead(path, { host: 'localhost', 'content-length': '40', ...headers });
  socket.write(head.replace('POST', method));
  const [answer = ''] = (await text(socket)).split('\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d [\s\S]*\r\nconnection: close(?:\r\n|$)/i);
});

it('passes each page its own request after bodies that the pages did not read', async () => {
  const { url } = apps.server;
  const body = 'x'.repeat(200_000);
  for (let round = 0; round < 10; round += 1) {
    const unread = Array.from({ length: 4 }, () =>
      fetch(`${url}/login/`, { method: 'POST', body }),
    );
    for (const answer of await Promise.all(unread)) await answer.body?.cancel();
    const page = await fetch(`${url}/login`);
    expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true]);
  }
});

/** Starts a wire to the server that keeps what each connection carried towards it. */
async function startTap() {
  const carried: Buffer[][] = [];
  const listener = createServer((client) => {
    const server = connect(apps.server.port, '127.0.0.1');
    const bytes: Buffer[] = [];
    carried.push(bytes);
    client.on('data', (chunk: Buffer) => bytes.push(chunk));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  const port = await listen(listener);
  closeAfterwards(async () => void listener.close());
  return { port, streams: () => carried.map((bytes) => Buffer.concat(bytes).toString('latin1')) };
}

/** Reads a connection as a chain of requests. Returns what is no request, if anything. */
function strayBytes(stream: string): string | undefined {
  let rest = stream;
  while (rest !== '') {
    const head = /^[A-Z]+ \/\S* HTTP\/1\.[01]\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest)?.[0];
    if (head === undefined) return rest.slice(0, 200);
    rest = rest.slice(head.length);
    if (/\r\ntransfer-encoding: chunked\r\n/i.test(head)) {
      const body = /^(?:[\da-f]+\r\n[\s\S]*?\r\n)*?0\r\n(?:\S+: .*\r\n)*\r\n/i.exec(rest)?.[0];
      rest = body === undefined ? '' : rest.slice(body.length);
    } else rest = rest.slice(Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1] ?? 0));
  }
  return undefined;
}

const ATTACKS_IN_ALL = 600;
const ATTACKERS = 10;
const ANSWER_TIMEOUT_MS = 20_000;
/** Bytes that no proxy sees as a request, and that a server out of step would answer. */
const HIDDEN = `${'\r\n'.repeat(300)}${rawPost(LOOKUP, '', { 'x-request-id': 'hidden-request' })}`;

describe.runIf(everything)('behind a reverse proxy', () => {
  it.each(REVERSE_PROXIES)(
    '%s, refused lookups break and hide no request',
    async (kind: ReverseProxyKind) => {
      const tap = await startTap();
      const proxy = await startReverseProxy(kind, tap.port);
      closeAfterwards(proxy.stop);
      const honest = await createTestIntegration(harness.databaseUrl, { saldo: 10n ** 9n });
      const seen = new Set<string>();
      let remaining = ATTACKS_IN_ALL;
      const attack = async () => {
        while (remaining > 0) {
          remaining -= 1;
          const length = 20 + ((remaining * 37) % 600);
          await ATTACKS[remaining % ATTACKS.length]?.(proxy.ports, length);
        }
      };
      const askMeanwhile = async () => {
        while (remaining > 0) seen.add(await ask(proxy.ports.h1, credentials(honest)));
      };
      const attackers = Array.from({ length: ATTACKERS }, attack);
      await Promise.all([...attackers, askMeanwhile(), askMeanwhile()]);
      expect([...seen]).toEqual(['200']);
      expect(tap.streams().map(strayBytes).filter(Boolean)).toEqual([]);
      expect(apps.server.output()).not.toContain('hidden-request');
    },
  );
});

async function ask(port: number, headers: Record<string, string>): Promise<string> {
  const body = JSON.stringify({ nit: wellKnown.individual.nit });
  const url = `http://127.0.0.1:${port}${LOOKUP}`;
  const sent = { ...headers, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { method: 'POST', headers: sent, body, signal });
    const found = await answer.text();
    return answer.status === 200 ? '200' : `${answer.status} ${found}`;
  } catch (error) {
    return String(error);
  }
}

type Attack = (ports: { h1: number; h2: number }, length: number) => Promise<unknown>;

/** Sends bytes, and closes the connection at the first answer. */
function sendRaw(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.once('data', () => socket.resetAndDestroy());
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
    socket.setTimeout(3_000, () => socket.destroy());
  });
}

/** Opens a stream whose body does not come, and resets it at the answer. */
function resetStream(port: number, path: string, length: number): Promise<void> {
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    session.once('error', () => resolve());
    session.once('close', () => resolve());
    const head = { ':method': 'POST', ':path': path, ...REFUSED, host: undefined };
    const stream = session.request({ ...head, 'content-length': length }, { endStream: false });
    stream.once('response', () => stream.destroy());
    stream.once('error', () => session.destroy());
    stream.once('close', () => session.destroy());
    stream.setTimeout(3_000, () => session.destroy());
  });
}

/** Sends a long body over HTTP/2 as curl does: it comes some time after its headers. */
function sendWithCurl(port: number): Promise<void> {
  const body = 'x'.repeat(60_000);
  const args = ['-s', '--http2-prior-knowledge', '-H', 'content-type: application/json'];
  return new Promise((resolve) => {
    const url = `http://127.0.0.1:${port}${LOOKUP}`;
    const curl = spawn('curl', [...args, '--data-binary', '@-', url], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    curl.stdin.on('error', () => {}).end(body);
    curl.once('close', () => resolve());
  });
}

const ATTACKS: readonly Attack[] = [
  ...Array<Attack>(8).fill(({ h2 }) => sendWithCurl(h2)),
  ({ h2 }, length) => resetStream(h2, LOOKUP, length),
  ({ h1 }, length) => sendRaw(h1, rawHead(LOOKUP, { ...REFUSED, 'content-length': `${length}` })),
  async ({ h2, h1 }, length) => {
    await resetStream(h2, LOOKUP, length);
    await sendRaw(h1, rawPost(LOOKUP, HIDDEN, REFUSED));
  },
  ({ h1 }) =>
    sendRaw(h1, `${rawHead(LOOKUP, { ...REFUSED, 'transfer-encoding': 'chunked' })}5\r\nhello\r\n`),
  ({ h1 }, length) =>
    sendRaw(
      h1,
      rawHead(LOOKUP, { ...REFUSED, 'content-length': `${length}`, expect: '100-continue' }),
    ),
  ({ h1 }, length) =>
    sendRaw(
      h1,
      rawPost(LOOKUP, BODY, REFUSED) +
        rawHead(LOOKUP, { ...REFUSED, 'content-length': `${length}` }),
    ),
  ({ h1 }) =>
    sendRaw(
      h1,
      `${rawHead(LOOKUP, { ...REFUSED, 'transfer-encoding': 'chunked' })}0\r\nx-end: y\r\n\r\n`,
    ),
  ({ h1 }, length) =>
    sendRaw(
      h1,
      rawHead('/health', { ...REFUSED, 'content-length': `${length}` }).replace('POST', 'GET'),
    ),
  ({ h1 }, length) =>
    sendRaw(
      h1,
      rawHead('/login', { ...REFUSED, 'content-length': `${length}`, expect: 'nothing' }),
    ),
];
