import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { Forwarder } from './forward';
import { PublicPages } from './public-pages';

/** A process of pages that counts what it renders, and the front before it. */
async function start() {
  let renderings = 0;
  const socketPath = join(tmpdir(), `pasarela-pages-${process.pid}-${Math.random()}.sock`);
  const pages = createServer((_, response) => {
    renderings += 1;
    response.setHeader('content-type', 'application/json').end(`{"rendering":${renderings}}`);
  });
  await new Promise<void>((resolve) => {
    pages.listen(socketPath, resolve);
  });
  const publicPages = new PublicPages(new Forwarder(() => ({ socketPath, peerSecret: 'x' })));
  const front = createServer(async (request, response) => {
    if (!(await publicPages.serve(request, response))) response.writeHead(503).end();
  });
  const url = `http://127.0.0.1:${await listen(front)}`;
  const stopPages = () => {
    pages.closeAllConnections();
    pages.close();
  };
  onTestFinished(() => {
    stopPages();
    front.closeAllConnections();
    front.close();
  });
  return { url, stopPages, renderings: () => renderings };
}

afterEach(() => {
  vi.useRealTimers();
});

/** Only the clocks: connections keep their own timers. */
function freezeClocks() {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
}

it('a page that grows old is rendered once in thirty seconds, however many ask', async () => {
  freezeClocks();
  const { url, renderings } = await start();
  const ask = () =>
    Promise.all(
      Array.from(
        { length: 100 },
        async (_, n) => (await fetch(`${url}/estado.json?n=${n}`)).status,
      ),
    );
  expect(new Set(await ask())).toEqual(new Set([200]));
  expect(renderings()).toBe(1);
  vi.advanceTimersByTime(29_000);
  await ask();
  expect(renderings()).toBe(1);
  vi.advanceTimersByTime(2_000);
  await ask();
  expect(renderings()).toBe(2);
  expect(await (await fetch(`${url}/estado.json`)).json()).toEqual({ rendering: 2 });
});

it('its last bytes answer with their age while nothing renders it', async () => {
  freezeClocks();
  const { url, stopPages } = await start();
  const first = await fetch(`${url}/estado.json`);
  expect([first.headers.get('age'), await first.json()]).toEqual(['0', { rendering: 1 }]);
  stopPages();
  vi.advanceTimersByTime(3_600_000);
  const late = await fetch(`${url}/estado.json`);
  expect([late.status, late.headers.get('age')]).toEqual([200, '3600']);
  expect(await late.json()).toEqual({ rendering: 1 });
  expect((await fetch(`${url}/estado.atom`)).status).toBe(503);
});

it('another page is rendered once, and tells no age', async () => {
  freezeClocks();
  const { url, renderings } = await start();
  await fetch(`${url}/openapi.json`);
  vi.advanceTimersByTime(3_600_000);
  expect((await fetch(`${url}/openapi.json`)).headers.get('age')).toBeNull();
  expect(renderings()).toBe(1);
});
