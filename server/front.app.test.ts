import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { encode } from 'next-auth/jwt';
import { Client } from 'undici';
import { describe, expect, it } from 'vitest';
import { childrenOf } from '@/lib/base/process/processes';
import { wellKnown } from '@/simulator/well-known';
import type { TestApp } from '@/testing/app';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { ask as askLookup } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { sharedHarness } from '@/testing/shared-parts';

const SESSION_SECRET = 'only-for-this-test-0123456789-0123456789';
const PAGES_PER_MINUTE = 20;

const harness = await sharedHarness({
  NEXTAUTH_SECRET: SESSION_SECRET,
  LIMIT_PAGES: String(PAGES_PER_MINUTE),
});
const integration = await createTestIntegration(harness.databaseUrl);
const app = await harness.startApp();

let nextAddress = 2;
/** Requests from a loopback address of their own, so that no test spends the limit of another. */
function browserOf(app: TestApp) {
  const client = new Client(app.url, { localAddress: `127.0.0.${nextAddress++}` });
  return async (path: string, options: Partial<Parameters<Client['request']>[0]> = {}) => {
    const { statusCode, headers, body } = await client.request({ method: 'GET', ...options, path });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  };
}

function pagesOf({ pid }: TestApp): number {
  return childrenOf(pid).find(({ command }) => command.includes('pages'))?.pid ?? 0;
}

async function lookup(app: TestApp): Promise<number> {
  const query = { nit: wellKnown.individual.nit };
  return (await askLookup(app.url, '/catalogos/cui-nit', integration, query)).status;
}

describe('the front process', () => {
  it.each([
    ['/api/auth/callback/credentials', 16 * 1024],
    ['/login', 1024 * 1024],
  ])('refuses a body for %s over its limit, announced or not', async (path, limit) => {
    const visit = browserOf(app);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
    async function* chunks() {
      for (let sent = 0; sent <= limit; sent += 4096) yield Buffer.alloc(4096);
    }
    expect((await visit(path, { ...post, body: Buffer.alloc(limit + 1) })).status).toBe(413);
    expect((await browserOf(app)(path, { ...post, body: Readable.from(chunks()) })).status).toBe(
      413,
    );
    expect((await browserOf(app)(path, { ...post, body: Buffer.alloc(limit) })).status).not.toBe(
      413,
    );
  });

  it('limits an address, but not its neighbours, the health, the assets or the lookups', async () => {
    const visit = browserOf(app);
    const html = (await visit('/login')).bytes.toString();
    const asset = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? '';
    for (let left = PAGES_PER_MINUTE - 1; left > 0; left -= 1) {
      expect((await visit('/docs')).status).toBe(200);
    }
    const refused = await visit('/docs');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await visit('/health')).status).toBe(200);
    const compressed = { headers: { 'accept-encoding': 'br' } };
    expect((await visit(asset, compressed)).status).toBe(200);
    expect((await browserOf(app)('/docs')).status).toBe(200);
    expect(await lookup(app)).toBe(200);
  });

  it('limits checks of the health and scripts to twenty for each page of the quota', async () => {
    const visit = browserOf(app);
    const html = (await visit('/login')).bytes.toString();
    const asset = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? '';
    const options = { headers: { 'accept-encoding': 'br' } };
    for (let left = 20 * PAGES_PER_MINUTE; left > 0; left -= 2) {
      expect((await visit('/health')).status).toBe(200);
      expect((await visit(asset, options)).status).toBe(200);
    }
    expect((await visit('/health')).status).toBe(429);
    expect((await browserOf(app)('/health')).status).toBe(200);
  });

  it('delays the 429s of an address that gets many', async () => {
    const limited = await harness.startApp({ ...LOOKUPS_ALONE, LIMIT_GLOBAL: '1' });
    const visit = browserOf(limited);
    const ask = async () => {
      const startedAt = performance.now();
      const { status } = await visit('/rtu/nits', { method: 'POST' });
      return { status, ms: performance.now() - startedAt };
    };
    await ask();
    for (let refused = 0; refused < 20; refused += 1) expect((await ask()).status).toBe(429);
    expect((await ask()).ms).toBeGreaterThan(450);
  });

  it('counts each signed-in session apart, and a made-up cookie for its address', async () => {
    const visit = browserOf(app);
    const cookie = (value: string) => ({ headers: { cookie: `next-auth.session-token=${value}` } });
    const session = async (digit: string) => {
      const sessionId = `${digit}0000000-0000-4000-8000-000000000000`;
      return cookie(await encode({ token: { sessionId }, secret: SESSION_SECRET }));
    };
    const [first, second] = await Promise.all([session('1'), session('2')]);
    await visit('/docs', first);
    await visit('/docs', second);
    for (let left = PAGES_PER_MINUTE; left > 2; left -= 1) await visit('/docs');
    expect((await visit('/docs')).status).toBe(429);
    expect((await visit('/docs', cookie('made-up'))).status).toBe(429);
    for (let left = PAGES_PER_MINUTE; left > 0; left -= 1) {
      expect((await visit('/docs', first)).status).toBe(200);
    }
    expect((await visit('/docs', first)).status).toBe(429);
    expect((await visit('/docs', second)).status).toBe(200);
  });

  it('sends public pages compressed, with an ETag, by language and origin', async () => {
    const visit = browserOf(app);
    const page = await visit('/docs?lang=en', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const etag = String(page.headers.etag);
    const again = await visit('/docs?lang=en', { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const spanish = await visit('/docs');
    expect(spanish.headers.etag).not.toBe(etag);
    expect(spanish.bytes.toString()).toContain('lang="es-GT"');
    const elsewhere = await visit('/docs', { headers: { host: 'api.example' } });
    expect(elsewhere.bytes.toString()).toContain('api.example');
    expect(spanish.bytes.toString()).not.toContain('api.example');
  });

  it('compresses the pages that are made anew for each request', async () => {
    const page = await browserOf(app)('/login', { headers: { 'accept-encoding': 'gzip' } });
    expect(page.headers['content-encoding']).toBe('gzip');
  });

  it('tells the pages process no token of a source', async () => {
    const variables = await readFile(`/proc/${pagesOf(app)}/environ`, 'utf8');
    expect(variables).toContain('DATABASE_URL=');
    expect(variables).not.toMatch(/(?:RENAP|RTU|CATALOGOS)_TOKEN=/);
  });

  it('answers lookups while the pages process is gone, and starts it again', async () => {
    const visit = browserOf(app);
    process.kill(pagesOf(app), 'SIGKILL');
    await expect.poll(async () => (await visit('/login')).status).toBe(503);
    const refused = await visit('/login');
    expect(refused.headers).toMatchObject({ 'retry-after': '2', refresh: '2' });
    expect(await lookup(app)).toBe(200);
    const health = JSON.parse((await visit('/health')).bytes.toString());
    expect(health).toMatchObject({ status: 'ok', pages: expect.stringMatching(/down|starting/) });
    const back = async () => (await browserOf(app)('/login')).status;
    await expect.poll(back, { interval: 500 }).toBe(200);
  });
});

it('a machine that serves lookups answers them and starts no pages', async () => {
  const alone = await harness.startApp(LOOKUPS_ALONE);
  const visit = browserOf(alone);
  expect(await lookup(alone)).toBe(200);
  expect((await visit('/login')).status).toBe(404);
  expect(JSON.parse((await visit('/health')).bytes.toString())).not.toHaveProperty('pages');
  expect(await alone.stop()).toBe(0);
});
