import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { Forwarder } from './forward';

/** A pages process that answers 200 and breaks after these bytes, and the front before it. */
async function breakingAfter(bytes: string): Promise<string> {
  const socketPath = join(tmpdir(), `pasarela-forward-${process.pid}-${Math.random()}.sock`);
  const pages = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.flushHeaders();
    if (bytes !== '') response.write(bytes);
    setImmediate(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    pages.listen(socketPath, resolve);
  });
  const forwarder = new Forwarder(() => ({ socketPath, peerSecret: 'x' }));
  const front = createServer(async (request, response) => {
    const forwarded = await forwarder.forward(request, undefined, response);
    if (forwarded === 'unavailable') response.writeHead(503).end();
  });
  const url = `http://127.0.0.1:${await listen(front)}`;
  onTestFinished(() => {
    for (const server of [pages, front]) {
      server.closeAllConnections();
      server.close();
    }
  });
  return url;
}

it('an answer that breaks before its first byte is unavailable, and no cut connection', async () => {
  expect((await fetch(await breakingAfter(''))).status).toBe(503);
});

it('an answer that breaks later cuts the connection, so that nobody takes it for whole', async () => {
  const answer = await fetch(await breakingAfter('id,nit\n'));
  await expect(answer.text()).rejects.toThrow('terminated');
});
