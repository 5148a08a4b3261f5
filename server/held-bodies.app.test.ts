import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { wellKnown } from '@/simulator/well-known';
import { closeAfterwards } from '@/testing/afterwards';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { rawHead } from '@/testing/requests';
import { sharedHarness } from '@/testing/shared-parts';
import { csrfOf, signIn } from '@/testing/signed-in';

const BODY_BYTES = 1024 * 1024;

const harness = await sharedHarness({ LIMIT_PAGES: '1000' });
const app = await harness.startApp();

/** Sends a body less its last byte, and returns what the server answers. */
async function hold(localAddress: string): Promise<string> {
  const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
  closeAfterwards(async () => void socket.destroy());
  const head = { host: 'localhost', 'content-length': String(BODY_BYTES) };
  await new Promise((resolve) => {
    socket.write(rawHead('/login', head) + 'x'.repeat(BODY_BYTES - 1), resolve);
  });
  return text(socket);
}

async function post(path: string, headers: Record<string, string>, body: string) {
  const method = 'POST';
  const sent = { 'sec-fetch-site': 'same-origin', ...headers };
  const answer = await request(app.url + path, { method, headers: sent, body });
  await answer.body.dump();
  return answer.statusCode;
}

it('signs others in and takes their actions while strangers hold bodies, and ends slow bodies', async () => {
  const { cookie } = await signIn(app.url, harness.databaseUrl, 'admin');
  const csrf = await csrfOf(app.url);
  const held = ['127.0.4.2', '127.0.4.3', '127.0.4.4', '127.0.4.5', '127.0.4.6'].flatMap(
    (address) => [hold(address), hold(address), hold(address), hold(address)],
  );
  // Those over an address's share are refused once all have sent what they send.
  await Promise.race(held);
  const form = { email: 'nobody@pasarela.example', password: 'x', csrfToken: csrf.token };
  const type = 'application/x-www-form-urlencoded';
  const signInForm = new URLSearchParams({ ...form, json: 'true' }).toString();
  const headers = { cookie: csrf.cookie, 'content-type': type };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await post('/api/auth/callback/credentials', headers, signInForm)).toBe(401);
  }
  const body = 'x'.repeat(500_000);
  expect(await post('/login', { cookie, 'content-type': 'text/plain' }, body)).toBeLessThan(500);
  const answers = await Promise.all(held);
  const count = (status: string) => answers.filter((one) => one.includes(status)).length;
  expect(count(' 408 ')).toBeGreaterThanOrEqual(5);
  expect(count(' 408 ') + count(' 503 ')).toBe(held.length);
});

/** Opens a connection whose request never arrives whole. */
async function holdShort(localAddress: string) {
  const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  closeAfterwards(async () => void socket.destroy());
  await once(socket, 'connect');
  socket.write(`${rawHead('/login', { host: 'localhost', 'content-length': '100' })}x`);
  return socket;
}

it('answers new lookups beside more connections with half a request than the server keeps', async () => {
  const integration = await createTestIntegration(harness.databaseUrl);
  const sockets = [];
  for (let address = 2; address < 23; address += 1) {
    const opened = Array.from({ length: 490 }, () => holdShort(`127.0.8.${address}`));
    sockets.push(...(await Promise.all(opened)));
  }
  const query = { nit: wellKnown.individual.nit };
  for (let lookup = 0; lookup < 10; lookup += 1) {
    expect((await ask(app.url, '/catalogos/cui-nit', integration, query)).status).toBe(200);
  }
  for (const socket of sockets) socket.destroy();
});
