import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Action } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { startReceivers } from '@/testing/notice-receivers';
import { addTestTarget, openTestChannels } from '@/testing/notices';
import { resend, sendTest } from './by-hand';
import { forgetNotices } from './forget';
import {
  type Configurer,
  confirmTarget,
  enableTarget,
  removeTarget,
  renewConfirmation,
  type TargetContext,
  type TargetInput,
} from './targets';
import { unsubscribe } from './unsubscribe';

const { db, sql, newIntegration, act } = await ownDatabase();
const receivers = await startReceivers();
const channels = openTestChannels();
afterAll(() => channels.close());
beforeEach(() => sql`DELETE FROM notice_counts`);

const add = (owner: number | null, address: string, by?: Configurer) =>
  addTestTarget(db, channels, owner, address, by);
const withBox =
  <T>(verb: (ctx: TargetContext, input: TargetInput, box: typeof channels.box) => Promise<T>) =>
  (ctx: TargetContext, input: TargetInput) =>
    verb(ctx, input, channels.box);
const remove = withBox(removeTarget);
const renew = withBox(renewConfirmation);
const enable = withBox(enableTarget);

/** Tries something again and again. Returns how often it was done, and why not. */
async function tried(times: number, attempt: (n: number) => Promise<unknown>) {
  const codes: unknown[] = [];
  for (let n = 0; n < times; n += 1) {
    codes.push(
      await attempt(n).then(
        () => 'done',
        ({ code }) => code,
      ),
    );
  }
  return { done: codes.filter((code) => code === 'done').length, last: codes.at(-1) };
}

const pass = (hours: number) =>
  sql`UPDATE notice_counts SET until = until - make_interval(hours => ${hours}),
    times = ARRAY(SELECT t - make_interval(hours => ${hours}) FROM unnest(times) t)`;

it('sends an address one letter an hour and three a day, however often somebody asks', async () => {
  const { id: owner } = await newIntegration();
  const { id } = await add(owner, 'ana@example.gt');
  const again = () => tried(40, () => act(renew, { owner, id }));
  expect(await again()).toEqual({ done: 0, last: 'too_many_letters' });
  const later = [];
  for (let hour = 0; hour < 4; hour += 1) {
    await pass(1);
    later.push((await again()).done);
  }
  expect(later).toEqual([1, 1, 0, 0]);
  await pass(24);
  expect((await again()).done).toBe(1);
});

it('counts no letter of a clock that was a year ahead', async () => {
  const { id: owner } = await newIntegration();
  const { id } = await add(owner, 'ana@example.gt');
  await pass(-24 * 365);
  expect((await tried(3, () => act(renew, { owner, id }))).done).toBe(1);
});

it('sends an address no more letters because its target is removed and added, by others too', async () => {
  const owners = [(await newIntegration()).id, (await newIntegration()).id, null];
  const attempt = async (n: number) => {
    const owner = owners[n % owners.length] ?? null;
    const { id } = await add(owner, 'eva@example.gt');
    await act(remove, { owner, id });
  };
  expect(await tried(15, attempt)).toEqual({ done: 1, last: 'too_many_letters' });
});

it.each([['an integration'], ['the staff']])(
  'sends the letters of %s to ten addresses a day',
  async (kind) => {
    const owner = kind === 'the staff' ? null : (await newIntegration()).id;
    const attempt = async (n: number) => {
      const { id } = await add(owner, `many-${n}@example.gt`);
      await act(remove, { owner, id });
    };
    expect(await tried(15, attempt)).toEqual({ done: 10, last: 'too_many_letters' });
  },
);

it('sends the receiver of two letters at once a single one', async () => {
  const owners = [(await newIntegration()).id, (await newIntegration()).id];
  const added = await Promise.allSettled(owners.map((owner) => add(owner, 'dos@example.gt')));
  expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('sends five tests an hour to a host, also when its target is removed and added', async () => {
  const { id: owner } = await newIntegration();
  const attempt = async (n: number) => {
    const { id } = await add(owner, receivers.webhook(`ok/${n}`));
    try {
      await sendTest(db, channels, { owner, id });
    } finally {
      await act(remove, { owner, id });
    }
  };
  expect(await tried(20, attempt)).toEqual({ done: 5, last: 'too_many_tests' });
  expect((await receivers.received()).webhooks).toHaveLength(5);
  await pass(1);
  expect((await tried(1, attempt)).done).toBe(1);
});

it('sends an integration fifty tests an hour, whatever the hosts', async () => {
  const { id: owner } = await newIntegration();
  const { id } = await add(owner, receivers.webhook('ok'));
  const attempt = async (n: number) => {
    await sql`UPDATE notice_targets SET address = ${`http://127.0.1.${n}:1/`} WHERE id = ${id}`;
    await sendTest(db, channels, { owner, id });
  };
  expect(await tried(55, attempt)).toEqual({ done: 50, last: 'too_many_tests' });
});

it('sends an integration twenty repetitions an hour, also when they are asked for at once', async () => {
  const { id: owner } = await newIntegration();
  const { id } = await add(owner, receivers.webhook('ok'));
  await sendTest(db, channels, { owner, id });
  const [{ notice_id: noticeId = '' } = {}] = await sql`
    SELECT notice_id FROM notice_deliveries WHERE target_id = ${id}`;
  const repeated = await Promise.allSettled(
    Array.from({ length: 30 }, () => resend(db, channels, { owner, id, noticeId })),
  );
  expect(repeated.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
});

it('lets nobody else add or enable an address whose receiver unsubscribed, also once it was removed', async () => {
  const { id: owner } = await newIntegration();
  const { id: other } = await newIntegration();
  const address = 'harta@example.gt';
  const { id, code = '' } = await add(owner, address);
  await confirmTarget(db, code);
  await unsubscribe(db, id);
  await sql`UPDATE notice_counts SET times = '{}'`;
  const refused = { code: 'unsubscribed' };
  await expect(act(enable, { owner, id })).rejects.toMatchObject(refused);
  const test = sendTest(db, channels, { owner, id });
  await expect(test).rejects.toMatchObject({ code: 'target_not_found' });
  await expect(add(other, address)).rejects.toMatchObject(refused);
  await act(remove, { owner, id });
  await pass(1_000);
  await forgetNotices(db);
  await expect(add(owner, address)).rejects.toMatchObject(refused);
  await expect(add(null, address)).rejects.toMatchObject(refused);
  expect((await add(owner, address, { permit: testPermit, own: address })).address).toBe(address);
});

it('enables an address only for the receiver who had unsubscribed', async () => {
  const { id: owner } = await newIntegration();
  const address = 'vuelve@example.gt';
  const { id } = await add(owner, address);
  await unsubscribe(db, id);
  await pass(1);
  const asReceiver = (ctx: Change<Action>, input: TargetInput) =>
    enable({ ...ctx, own: address }, input);
  expect(await act(asReceiver, { owner, id })).toMatchObject({ address });
});

it('forgets counts when they limit nothing, and keeps no address in them', async () => {
  await add(null, 'clara@example.gt');
  const [row] = await sql`SELECT count(*)::int AS n, string_agg(digest::text, ' ') AS text
    FROM notice_counts`;
  expect(row?.n).toBe(2);
  expect(row?.text).not.toContain(Buffer.from('clara').toString('hex'));
  await pass(23);
  await forgetNotices(db);
  expect(await sql`SELECT FROM notice_counts`).toHaveLength(2);
  await pass(2);
  await forgetNotices(db);
  expect(await sql`SELECT FROM notice_counts`).toHaveLength(0);
});
