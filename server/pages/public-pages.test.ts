import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { Forwarder } from './forward';
import { PublicPages } from './public-pages';

/** A process of pages that counts what it renders, and the front before it. */
async function start() {
  let renderings = 0;
  let isHeld = false;
  let asked = 0;
  const socketPath = join(tmpdir(), `pasarela-pages-${process.pid}-${Math.random()}.sock`);
  const pages = createServer((_, response) => {
    renderings += 1;
    response.setHeader('content-type', 'application/json');
    if (!isHeld) response.end(`{"rendering":${renderings}}`);
  });
  await new Promise<void>((resolve) => {
    pages.listen(socketPath, resolve);
  });
  const publicPages = new PublicPages(new Forwarder(() => ({ socketPath, peerSecret: 'x' })));
  const front = createServer(async (request, response) => {
    asked += 1;
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
  /** Answers nothing any more. */
  const hold = () => {
    isHeld = true;
  };
  return { url, stopPages, hold, renderings: () => renderings, asked: () => asked };
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

it('while it is rendered again its last bytes answer, after a wait also the request that renders it', async () => {
  freezeClocks();
  const { url, hold, renderings } = await start();
  await fetch(`${url}/estado.json`);
  vi.advanceTimersByTime(31_000);
  hold();
  const slow = fetch(`${url}/estado.json`);
  await expect.poll(renderings).toBe(2);
  for (const answer of [await fetch(`${url}/estado.json`), await slow]) {
    expect([answer.headers.get('age'), await answer.json()]).toEqual(['31', { rendering: 1 }]);
  }
});

it('requests for other hosts that nothing renders do not empty the cache', async () => {
  freezeClocks();
  const { url, stopPages, hold, asked } = await start();
  await fetch(`${url}/estado.atom`);
  hold();
  const others = Array.from({ length: 5 }, async (_, other) => {
    const headers = { host: `other-${other}.example` };
    return (await request(`${url}/estado.atom`, { headers })).statusCode;
  });
  await expect.poll(asked).toBe(6);
  const kept = request(`${url}/estado.atom`, { headers: { host: new URL(url).host } });
  await expect.poll(asked).toBe(7);
  stopPages();
  expect(await (await kept).body.json()).toEqual({ rendering: 1 });
  expect(new Set(await Promise.all(others))).toEqual(new Set([503]));
});

it('another page is rendered once, and tells no age', async () => {
  freezeClocks();
  const { url, renderings } = await start();
  await fetch(`${url}/openapi.json`);
  vi.advanceTimersByTime(3_600_000);
  expect((await fetch(`${url}/openapi.json`)).headers.get('age')).toBeNull();
  expect(renderings()).toBe(1);
});
