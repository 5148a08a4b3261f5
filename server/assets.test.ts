import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { assetOf, compressAssets, loadAssets, serveAsset } from './assets';

const SCRIPT = 'console.log("a script that repeats itself");\n'.repeat(200);

const folder = await mkdtemp(join(tmpdir(), 'pasarela-assets-'));
await mkdir(join(folder, 'chunks'));
await writeFile(join(folder, 'chunks', 'one.js'), SCRIPT);
await writeFile(join(folder, 'secret.txt'), 'not an asset');
await compressAssets(folder);
const assets = await loadAssets(folder, '/_next/static');
const server = createServer((incoming, response) => {
  const asset = assetOf(assets, incoming);
  if (!asset || !serveAsset(asset, incoming, response)) response.writeHead(418).end();
});
const url = `http://127.0.0.1:${await listen(server)}`;
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const get = (path: string, encoding: string) =>
  request(url + path, { headers: { 'accept-encoding': encoding } });

describe('scripts and styles of a build', () => {
  for (const [accepted, chosen] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
  ] as const) {
    it(`are sent as ${chosen} to a browser that takes ${accepted}`, async () => {
      const answer = await get('/_next/static/chunks/one.js?v=1', accepted);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/javascript; charset=UTF-8',
        'content-encoding': chosen,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      });
      expect((await answer.body.arrayBuffer()).byteLength).toBeLessThan(SCRIPT.length / 10);
    });
  }

  it('are decompressed to what was built', async () => {
    const answer = await fetch(`${url}/_next/static/chunks/one.js`);
    expect(await answer.text()).toBe(SCRIPT);
  });

  for (const [path, encoding] of [
    ['/_next/static/chunks/one.js', 'identity'],
    ['/_next/static/chunks/one.js', 'br;q=0'],
    ['/_next/static/chunks/two.js', 'br'],
    ['/_next/static/secret.txt', 'br'],
    ['/_next/static/chunks/../../secret.txt', 'br'],
    ['/_next/static/chunks/..%2f..%2fsecret.txt', 'br'],
    ['/chunks/one.js', 'br'],
    ['/_next/static/', 'br'],
    ['/_next/static/chunks', 'br'],
  ] as const) {
    it(`leave ${path} to Next for ${encoding}`, async () => {
      const { statusCode, body } = await get(path, encoding);
      await body.dump();
      expect(statusCode).toBe(418);
    });
  }
});
