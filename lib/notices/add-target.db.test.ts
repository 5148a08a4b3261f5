import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { Permit } from '@/lib/access/permit';
import { ownDatabase } from '@/testing/database';
import { addTestTarget, openTestChannels } from '@/testing/notices';
import { resolveBy } from './outbound';
import type { Channels } from './sender';

const { databaseUrl, newIntegrations } = await ownDatabase();
/** As many connections as the console has. */
const db = connectDatabase(databaseUrl, { max: 5 });
/** A DNS server that reads every question and answers none. */
const silent = createSocket('udp4').bind(0, '127.0.0.1');
await once(silent, 'listening');
const open = (resolve: ReturnType<typeof resolveBy>) =>
  openTestChannels({ outbound: { networks: [], allowsLoopback: false, resolve } });
const stalled = open(resolveBy([`127.0.0.1:${silent.address().port}`]));
const quick = open(async () => []);
afterAll(async () => {
  silent.close();
  await stalled.close();
  await quick.close();
  await db.$client.end({ timeout: 5 });
});

const add = (channels: Channels, owner: number, actor: string) => {
  const by = { permit: Permit.onCommandLine(actor) };
  return addTestTarget(db, channels, owner, 'https://hook.stalls.example/', by).then(
    () => 'added',
    ({ code }) => code,
  );
};

it('a DNS server that does not answer delays nobody else, and ends each add after three seconds', async () => {
  const owners = await newIntegrations(6);
  const began = performance.now();
  const adds = Promise.all(owners.map(({ id, nombre }) => add(stalled, id, nombre)));
  await Promise.all(
    Array.from({ length: 20 }, () => db.transaction((tx) => tx.execute('SELECT 1'))),
  );
  const othersMs = performance.now() - began;
  expect(await adds).toEqual(Array(6).fill('url_private'));
  const addsMs = performance.now() - began;
  expect(othersMs).toBeLessThan(1_000);
  expect(addsMs).toBeGreaterThan(2_500);
  expect(addsMs).toBeLessThan(5_000);
}, 30_000);

it('one person resolves one name at a time, and five in a minute', async () => {
  const [{ id, nombre } = { id: 0, nombre: '' }] = await newIntegrations(1);
  const both = await Promise.all([add(stalled, id, nombre), add(stalled, id, nombre)]);
  expect(both).toEqual(['url_private', 'busy']);
  for (let n = 0; n < 4; n += 1) expect(await add(quick, id, nombre)).toBe('url_private');
  expect(await add(quick, id, nombre)).toBe('busy');
});
