import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Action } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { createLogger } from '@/lib/base/telemetry/log';
import { DAY_MS, MINUTE_MS } from '@/lib/base/time/time';
import { startMailCatcher } from '@/simulator/mail';
import { ownDatabase } from '@/testing/database';
import { COMMON } from '@/testing/harness';
import { startReceivers } from '@/testing/notice-receivers';
import { addTestTarget, mailAt, openTestChannels } from '@/testing/notices';
import { everything } from '@/testing/scope';
import { addNotices, noticeOf } from './add';
import { resend } from './by-hand';
import { BACK_OFF_MS, endFailing } from './finish';
import { openSecrets, SEALED_SECRETS } from './secrets';
import { Sender } from './sender';
import {
  confirmTarget,
  enableTarget,
  pauseTarget,
  resumeTarget,
  rotateSecret,
  type TargetContext,
  type TargetInput,
} from './targets';
import { readToken, unsubscribe } from './unsubscribe';

const { db, sql, newIntegration, act } = await ownDatabase();
const SECRETS = [COMMON.SECOND_FACTOR_KEY];
const box = new SecretBox(SECRETS, SEALED_SECRETS);

const receivers = await startReceivers();
const MAIL = mailAt(receivers.smtpUrl);
const opened: { close: () => Promise<void> }[] = [];

beforeEach(async () => {
  await sql`DELETE FROM notice_deliveries`;
  await sql`DELETE FROM notice_targets`;
  await sql`DELETE FROM notice_counts`;
  await receivers.reset();
});

afterAll(() => Promise.all(opened.map((channels) => channels.close())));

function newSender(mail = MAIL) {
  const channels = openTestChannels({ mail, publicUrl: 'https://pasarela.example.gt' });
  opened.push(channels);
  const failed: unknown[] = [];
  const onFailure = (error: unknown) => failed.push(error);
  const sender = new Sender({ db, channels, log: createLogger({ write: () => {} }), onFailure });
  /** Sends until nothing is due any more. */
  const sendAll = async () => {
    while ((await sender.claim()) > 0) await sender.idle();
    expect(failed).toEqual([]);
  };
  return { channels, sendAll };
}

const add = (owner: number, address: string) =>
  addTestTarget(db, newSender().channels, owner, address);

const enable = (ctx: TargetContext, input: TargetInput) => enableTarget(ctx, input, box);

async function newTarget(address: string) {
  const { id: owner, nombre } = await newIntegration();
  const { code, ...target } = await add(owner, address);
  if (code !== undefined) await confirmTarget(db, code);
  return { ...target, owner, nombre };
}

/** Makes numbered notices of a lookup. */
let made = 0;
const notify = (owner: number, nombre: string, n = 1) =>
  db.transaction((tx) =>
    addNotices(
      tx,
      Array.from({ length: n }, () => {
        made += 1;
        const rest = { integrationId: owner, occurredAt: new Date(), source: `test:${made}` };
        return noticeOf('lookup.disabled', { integration: nombre, lookup: 'rtu' }, rest);
      }),
    ),
  );

const stateOf = async (id: number) =>
  (await sql`SELECT state, reason, failures FROM notice_targets WHERE id = ${id}`)[0];
const countsOf = async (id: number) =>
  Object.fromEntries(
    (
      await sql`SELECT state, count(*)::int AS n FROM notice_deliveries WHERE target_id = ${id}
        GROUP BY state`
    ).map(({ state, n }) => [state, n]),
  );

/** Lets time pass for all targets and deliveries. */
async function pass(ms: number) {
  const by = `${ms} milliseconds`;
  await sql`UPDATE notice_targets SET hold_until = hold_until - ${by}::text::interval,
    failing_since = failing_since - ${by}::text::interval, busy_until = busy_until - ${by}::text::interval,
    old_until = old_until - ${by}::text::interval`;
  await sql`UPDATE notice_deliveries SET next_at = next_at - ${by}::text::interval`;
}

it('signs webhooks so that the official library verifies them, and no change of a byte', async () => {
  const { owner, nombre, id, secret = '' } = await newTarget(receivers.webhook('ok'));
  await notify(owner, nombre);
  await newSender().sendAll();
  const [webhook] = (await receivers.received()).webhooks;
  const { body = '', headers = {} } = webhook ?? {};
  const [stored] = await sql`SELECT id FROM notices WHERE integration_id = ${owner}`;
  expect(headers['webhook-id']).toBe(stored?.id);
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: 'lookup.disabled',
    timestamp: expect.stringMatching(/Z$/),
    data: { integration: nombre, lookup: 'rtu' },
  });
  expect(() => new Webhook(secret).verify(body.replace('rtu', 'rtv'), headers)).toThrow();
  expect(await countsOf(id)).toEqual({ delivered: 1 });
});

it('signs with both secrets for a day after a rotation', async () => {
  const { owner, nombre, id, secret = '' } = await newTarget(receivers.webhook('ok'));
  const rotated = await act(
    (ctx, input: { owner: number; id: number }) => rotateSecret(ctx, input, box),
    { owner, id },
  );
  const { sendAll } = newSender();
  await notify(owner, nombre);
  await sendAll();
  await pass(DAY_MS);
  await notify(owner, nombre);
  await sendAll();
  const [first, second] = (await receivers.received()).webhooks;
  const verify = (key: string, { body, headers } = first ?? { body: '', headers: {} }) =>
    new Webhook(key).verify(body, headers);
  expect(verify(secret)).toBeDefined();
  expect(verify(rotated.secret)).toBeDefined();
  expect(verify(rotated.secret, second)).toBeDefined();
  expect(() => verify(secret, second)).toThrow();
});

it('asks a dead endpoint once for each step of the back-off, however many notices wait', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('status/503'));
  await notify(owner, nombre, 1_000);
  const { sendAll } = newSender();
  await sendAll();
  for (const [step, ms] of BACK_OFF_MS.entries()) {
    expect((await receivers.received()).webhooks).toHaveLength(step + 1);
    await sendAll();
    await pass(ms * 1.2);
    await sendAll();
  }
  expect((await receivers.received()).webhooks).toHaveLength(BACK_OFF_MS.length + 1);
  expect(await stateOf(id)).toMatchObject({ state: 'failing', failures: 10 });
  expect((await countsOf(id)).pending).toBeGreaterThanOrEqual(999);
});

it('sends what a clock that was a year ahead stored as due then', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('ok'));
  await notify(owner, nombre, 2);
  await sql`UPDATE notice_targets SET hold_until = clock_timestamp(), busy_until = clock_timestamp()`;
  await pass(-365 * DAY_MS);
  await newSender().sendAll();
  expect(await countsOf(id)).toEqual({ delivered: 2 });
});

it('notifies of a target that fails for four days, and disables it after five', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('reset'));
  const other = await add(owner, receivers.webhook('ok'));
  await notify(owner, nombre, 3);
  const { sendAll } = newSender();
  await sendAll();
  await endFailing(db);
  await pass(4 * DAY_MS);
  await endFailing(db);
  await endFailing(db);
  await sendAll();
  await pass(DAY_MS);
  await endFailing(db);
  await sendAll();
  expect(await stateOf(id)).toMatchObject({ state: 'disabled', reason: 'failing' });
  expect((await countsOf(id)).dropped).toBeGreaterThanOrEqual(3);
  expect(await stateOf(other.id)).toMatchObject({ state: 'active' });
  const types = (await receivers.received()).webhooks
    .filter(({ path }) => path === '/webhook/ok')
    .map(({ body }) => JSON.parse(body).type);
  expect(types.slice(3)).toEqual(['endpoint.failing', 'endpoint.disabled']);
  const staff = await sql`SELECT type FROM notices WHERE integration_id IS NULL ORDER BY id`;
  expect(staff.map(({ type }) => type)).toEqual(['endpoint.failing', 'endpoint.disabled']);
});

it('disables a target that answers 410, and waits as long as Retry-After says', async () => {
  const gone = await newTarget(receivers.webhook('status/410'));
  const busy = await newTarget(receivers.webhook('status/429?retry=600'));
  const at = encodeURIComponent(new Date(Date.now() + 10 * MINUTE_MS).toUTCString());
  const dated = await newTarget(receivers.webhook(`status/503?retry=${at}`));
  for (const { owner, nombre } of [gone, busy, dated]) await notify(owner, nombre, 2);
  const { sendAll } = newSender();
  await sendAll();
  expect(await stateOf(gone.id)).toMatchObject({ state: 'disabled', reason: 'gone' });
  expect(await countsOf(gone.id)).toEqual({ dropped: 2 });
  await pass(9 * MINUTE_MS);
  await sendAll();
  expect((await receivers.received()).webhooks).toHaveLength(3);
  await pass(MINUTE_MS);
  await sendAll();
  expect((await receivers.received()).webhooks).toHaveLength(5);
});

it('goes on with other notices when an endpoint refuses one, and follows no redirect', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('redirect'));
  await notify(owner, nombre, 3);
  await newSender().sendAll();
  const { webhooks } = await receivers.received();
  expect(webhooks.map(({ path }) => path)).toEqual(Array(3).fill('/webhook/redirect'));
  const [row] =
    await sql`SELECT DISTINCT status, error FROM notice_deliveries WHERE target_id = ${id}`;
  expect(row).toEqual({ status: 302, error: null });
});

it('reads little of an answer of 100 MB', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('huge'));
  await notify(owner, nombre);
  const before = process.memoryUsage.rss();
  await newSender().sendAll();
  expect(await countsOf(id)).toEqual({ delivered: 1 });
  expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
});

it('lets several senders share the work, each notice once', async () => {
  const targets = await Promise.all(
    Array.from({ length: 12 }, (_, n) => newTarget(receivers.webhook(`ok/${n}`))),
  );
  for (const { owner, nombre } of targets) await notify(owner, nombre, 10);
  await Promise.all([newSender(), newSender(), newSender()].map(({ sendAll }) => sendAll()));
  const ids = (await receivers.received()).webhooks.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
});

it('sends nothing to a paused target, and only new notices once it is resumed', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('ok'));
  await act(pauseTarget, { owner, id });
  await notify(owner, nombre);
  await act(resumeTarget, { owner, id });
  await notify(owner, nombre);
  await newSender().sendAll();
  expect((await receivers.received()).webhooks).toHaveLength(1);
});

it('sends again by hand to a disabled target and changes nothing of its state', async () => {
  const { owner, nombre, id } = await newTarget(receivers.webhook('status/410'));
  await notify(owner, nombre);
  const { sendAll, channels } = newSender();
  await sendAll();
  const before = await stateOf(id);
  const [{ notice_id: noticeId = '' } = {}] =
    await sql`SELECT notice_id FROM notice_deliveries WHERE target_id = ${id}`;
  expect(await resend(db, channels, { owner, id, noticeId })).toMatchObject({ status: 410 });
  expect(await stateOf(id)).toEqual(before);
  const stranger = await newIntegration();
  const stolen = resend(db, channels, { owner: stranger.id, id, noticeId });
  await expect(stolen).rejects.toMatchObject({ code: 'target_not_found' });
  await sql`UPDATE notice_targets SET address = ${receivers.webhook('ok')}, secret = ${box.seal('whsec_AAAA', `${owner} ${receivers.webhook('ok')}`)}
    WHERE id = ${id}`;
  expect(await resend(db, channels, { owner, id, noticeId })).toMatchObject({ status: 200 });
  expect(await countsOf(id)).toEqual({ delivered: 1 });
  const ids = (await receivers.received()).webhooks.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(1);
  await act(enable, { owner, id });
  expect(await stateOf(id)).toMatchObject({ state: 'active', reason: null });
});

it('sends all due notices of an address in one e-mail that says how to stop them', async () => {
  const { owner, nombre, id } = await newTarget('Ana@Example.gt');
  await notify(owner, nombre, 3);
  await newSender().sendAll();
  const [mail, ...others] = (await receivers.received()).mail;
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'ana@example.gt', subject: `3 avisos: ${nombre}` });
  expect(mail?.text).toContain(
    'La consulta RTU por NIT (/rtu/nits) está deshabilitada y responde 403.',
  );
  expect(mail?.headers['auto-submitted']).toBe('Auto-Submitted: auto-generated');
  expect(mail?.headers['list-unsubscribe-post']).toContain('One-Click');
  const [, token = ''] = /baja\?t=([^>\s]+)/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? [];
  expect(readToken(SECRETS, token)).toBe(id);
  expect(readToken(SECRETS, token.replace(/^\d+/, '1'))).toBeUndefined();
  expect(await countsOf(id)).toEqual({ delivered: 3 });
});

it('sends nothing but the link to an address before somebody confirms it, and once only', async () => {
  const { id: owner, nombre } = await newIntegration();
  const { id, code = '' } = await add(owner, 'nadie@example.gt');
  await notify(owner, nombre);
  await newSender().sendAll();
  expect((await receivers.received()).mail).toEqual([]);
  expect(await confirmTarget(db, `${code}x`)).toBe(false);
  expect(await confirmTarget(db, code)).toBe(true);
  expect(await confirmTarget(db, code)).toBe(false);
  expect(await stateOf(id)).toMatchObject({ state: 'active' });
});

it('sends no more e-mail to somebody who unsubscribed, until that person asks for it and confirms it anew', async () => {
  const { owner, nombre, id } = await newTarget('harta@example.gt');
  await notify(owner, nombre);
  await unsubscribe(db, id);
  await unsubscribe(db, id);
  await newSender().sendAll();
  expect((await receivers.received()).mail).toEqual([]);
  expect(await countsOf(id)).toEqual({ dropped: 1 });
  await expect(act(enable, { owner, id })).rejects.toMatchObject({ code: 'unsubscribed' });
  await sql`DELETE FROM notice_counts`;
  const asReceiver = (ctx: Change<Action>, input: TargetInput) =>
    enable({ ...ctx, own: 'harta@example.gt' }, input);
  const letter = await act(asReceiver, { owner, id });
  expect(await stateOf(id)).toMatchObject({ state: 'unconfirmed' });
  expect(await confirmTarget(db, letter?.code ?? '')).toBe(true);
});

it('disables an address that its server rejects twice, and waits for one that it defers', async () => {
  const rejected = await newTarget('rejected@example.gt');
  const deferred = await newTarget('deferred@example.gt');
  for (const { owner, nombre } of [rejected, deferred]) await notify(owner, nombre);
  const { sendAll } = newSender();
  await sendAll();
  expect(await stateOf(rejected.id)).toMatchObject({ state: 'failing' });
  await pass(MINUTE_MS);
  await sendAll();
  expect(await stateOf(rejected.id)).toMatchObject({ state: 'disabled', reason: 'rejected' });
  expect(await stateOf(deferred.id)).toMatchObject({ state: 'failing', failures: 2 });
});

it.each([
  ['does not answer', {}, 'smtp://127.0.0.1:1'],
  ['refuses our password', { password: 'other' }, undefined],
  ['has no certificate that anybody knows', { secure: true }, undefined],
])(
  'blames no recipient when our mail server %s, and keeps the notices',
  async (_, options, url) => {
    const catcher = await startMailCatcher(options);
    const signedIn = catcher.url.replace('//', '//user:wrong@');
    const { owner, nombre, id } = await newTarget('ana@example.gt');
    await notify(owner, nombre);
    await newSender({ ...MAIL, url: url ?? signedIn }).sendAll();
    expect(await stateOf(id)).toEqual({ state: 'active', reason: null, failures: 0 });
    expect(await countsOf(id)).toEqual({ pending: 1 });
    await catcher.close();
    await sql`UPDATE notice_targets SET busy_until = NULL`;
    await newSender().sendAll();
    expect(await countsOf(id)).toEqual({ delivered: 1 });
  },
);

it('sends over TLS, and sends others their e-mail beside an address whose server stalls', async () => {
  const catcher = await startMailCatcher({ secure: true });
  const stalled = await newTarget('stalled@example.gt');
  const { owner, nombre, id } = await newTarget('ana@example.gt');
  await notify(stalled.owner, stalled.nombre);
  await notify(owner, nombre);
  const url = `${catcher.url}?tls.rejectUnauthorized=false`;
  await newSender({ ...MAIL, url }).sendAll();
  expect(await countsOf(id)).toEqual({ delivered: 1 });
  expect(await countsOf(stalled.id)).toEqual({ pending: 1 });
  await catcher.close();
}, 30_000);

it.runIf(everything)('survives a greeting of 40 kB', async () => {
  const catcher = await startMailCatcher({ bannerBytes: 40_000 });
  const { owner, nombre, id } = await newTarget('ana@example.gt');
  await notify(owner, nombre);
  await newSender({ ...MAIL, url: catcher.url }).sendAll();
  expect(await countsOf(id)).not.toHaveProperty('failed');
  await catcher.close();
});

it('lets no line break of a name, address or text add a header', async () => {
  await expect(newTarget('ana@example.gt\r\nBcc: otra@example.gt')).rejects.toMatchObject({
    code: 'email_invalid',
  });
  const { owner, id } = await newTarget('ana@example.gt');
  await notify(owner, 'nombre\r\nBcc: otra@example.gt\u202e');
  await newSender().sendAll();
  const [mail] = (await receivers.received()).mail;
  expect(mail?.subject).toBe('Consulta deshabilitada');
  expect(mail?.headers).not.toHaveProperty('bcc');
  expect(await countsOf(id)).toEqual({ delivered: 1 });
});

it('keeps secrets sealed, each for its own row', async () => {
  const { owner, id, secret } = await newTarget(receivers.webhook('ok'));
  const [row] = await sql`SELECT secret FROM notice_targets WHERE id = ${id}`;
  expect(String(row?.secret)).not.toContain(secret);
  const target = { address: receivers.webhook('ok'), secret: row?.secret, oldSecret: null };
  expect(openSecrets(box, { ...target, integrationId: owner })).toEqual([secret]);
  expect(openSecrets(box, { ...target, integrationId: owner + 1 })).toEqual([]);
});
