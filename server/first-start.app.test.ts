import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/lib/base/process/free-port';
import { isAlive } from '@/lib/base/process/processes';
import { type CheckoutOptions, copyCheckout } from '@/testing/checkout';
import { sendPrinted, WORKING } from '@/testing/printed';
import { type Program, startProgram } from '@/testing/program';

/** `npm start` after `npm install`, wherever people clone. */

/** The account `nobody`. */
const ORDINARY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

const PLACES: readonly (readonly [string, CheckoutOptions])[] = [
  ['in a folder closed to others', { mode: 0o700 }],
  ['cloned with umask 077', { umask: '077' }],
  ['in a path with blanks and ñ', { name: 'la pasarela del año' }],
  // Without root's rights, all tests run as an ordinary user.
  ...(isRoot ? [['as an ordinary user', { owner: ORDINARY }] as const] : []),
];

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it.each(PLACES)(
  'a first start answers lookups before its pages are built, %s',
  async (_, options) => {
    const { folder, remove } = await copyCheckout(options);
    cleanups.push(remove);
    const app = await npmStart(folder, options);
    await expect.poll(() => app.output()).toContain('The pages are being built');
    expect(await sendPrinted(app.output())).toEqual(WORKING);

    const url = /listens on (\S+)/.exec(app.output())?.[1] ?? '';
    const page = await fetch(`${url}/login`);
    expect([page.status, page.headers.get('refresh')]).toEqual([503, '2']);
    expect(await page.text()).toMatch(
      /^Las páginas se están construyendo; .*\nThe pages are being built, /,
    );
    for (const path of ['/openapi.json', '/openapi.json?v=3.0', '/estado.json', '/estado.atom']) {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        503,
        'application/json',
      ]);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ error: 'pages_building' });
    }

    const server = await postgresOf(folder);
    expect(await app.stop()).toBe(0);
    await expect.poll(() => isAlive(server)).toBe(false);
    await expect(access(join(folder, '.next', 'pasarela-sources'))).rejects.toThrow('ENOENT');
  },
);

async function npmStart(folder: string, { owner }: CheckoutOptions): Promise<Program> {
  const home = join(folder, '.data');
  const port = await freePort();
  const app = await startProgram({
    program: 'npm',
    args: ['start'],
    env: { HOME: home, PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/health`,
    folder,
    owner,
  });
  cleanups.push(() => app.kill());
  return app;
}

async function postgresOf(folder: string): Promise<number> {
  const lock = await readFile(join(folder, '.data', 'postgres', 'postmaster.pid'), 'utf8');
  return z.coerce.number().int().positive().parse(lock.split('\n')[0]);
}
