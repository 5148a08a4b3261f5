import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { wellKnown } from '@/simulator/well-known';
import { closeAfterwards } from '@/testing/afterwards';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { rawPost } from '@/testing/requests';
import { sharedHarness } from '@/testing/shared-parts';

const PATH = '/catalogos/cui-nit';
const PER_ADDRESS = 490;
const ADDRESSES = 21;

const harness = await sharedHarness(LOOKUPS_ALONE);
const app = await harness.startApp();
const integration = await createTestIntegration(harness.databaseUrl);

/** Opens a connection and asks without credentials. Resolves with the first bytes, or its end. */
function openIdle(localAddress: string): Promise<{ socket: Socket; answer: string }> {
  const socket = connect({ port: app.port, host: '127.0.0.1', localAddress });
  closeAfterwards(async () => void socket.destroy());
  return new Promise((resolve) => {
    socket.write(rawPost(PATH, '{}', {}));
    socket.on('error', () => {});
    socket.once('data', (data) => resolve({ socket, answer: data.toString('latin1') }));
    socket.once('close', () => resolve({ socket, answer: '' }));
  });
}

it('answers every new lookup beside more idle connections than the server keeps', async () => {
  for (let address = 0; address < ADDRESSES; address += 1) {
    await Promise.all(
      Array.from({ length: PER_ADDRESS }, () => openIdle(`127.0.6.${2 + address}`)),
    );
  }
  const query = { nit: wellKnown.individual.nit };
  for (let lookup = 0; lookup < 10; lookup += 1) {
    expect((await ask(app.url, PATH, integration, query)).status).toBe(200);
  }
});

it('keeps at most 500 connections of an address, and closes idle ones that were refused', async () => {
  const opened = await Promise.all(Array.from({ length: 510 }, () => openIdle('127.0.7.2')));
  const refused = opened.filter(({ answer }) => answer.startsWith('HTTP/1.1 503'));
  expect(refused).toHaveLength(10);
  const told = opened.filter(({ answer }) => answer.includes('keep-alive: timeout=5\r'));
  expect(told).toHaveLength(500);
  const open = () => opened.filter(({ socket }) => !socket.closed).length;
  await expect.poll(open, { timeout: 15_000, interval: 200 }).toBe(0);
});
