import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { Forwarder } from './forward';

/** A pages process that answers so, and the front before it. */
async function startPages(answer: RequestListener): Promise<string> {
  const socketPath = join(tmpdir(), `pasarela-forward-${process.pid}-${Math.random()}.sock`);
  const pages = createServer(answer);
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

/** Answers 200 and breaks after these bytes. */
const breakingAfter = (bytes: string) =>
  startPages((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.flushHeaders();
    if (bytes !== '') response.write(bytes);
    setImmediate(() => response.destroy());
  });

it('an answer that breaks before its first byte is unavailable, and no cut connection', async () => {
  expect((await fetch(await breakingAfter(''))).status).toBe(503);
});

it('an answer that breaks later cuts the connection, so that nobody takes it for whole', async () => {
  const answer = await fetch(await breakingAfter('id,nit\n'));
  await expect(answer.text()).rejects.toThrow('terminated');
});

it.each(['GET', 'HEAD'])('an answer without a body is forwarded for %s', async (method) => {
  const url = await startPages((_, response) => response.writeHead(404).end());
  expect((await fetch(url, { method })).status).toBe(404);
});

it('an answer whose empty body ends later is forwarded', async () => {
  const url = await startPages((_, response) => {
    response.writeHead(200).flushHeaders();
    setTimeout(() => response.end(), 50);
  });
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});
