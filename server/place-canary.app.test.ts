import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import {
  consoleSessions,
  credentials,
  noticeDeliveries,
  notices,
  noticeTargets,
  refusalCounts,
  users,
} from '@/db/schema/index';
import { adjust } from '@/lib/billing/adjust';
import { topUp } from '@/lib/billing/top-up';
import { createIntegration } from '@/lib/integrations/create';
import { describeIntegration } from '@/lib/integrations/describe';
import { findIntegration } from '@/lib/integrations/find';
import { setIntegration } from '@/lib/integrations/set';
import { NO_LIMITS } from '@/testing/harness';
import { act } from '@/testing/integration';
import { actionIds, actionsOfApp, pagesOfApp, routesOfApp } from '@/testing/reachable';
import { plantRecords, recordOf } from '@/testing/records';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { exportBody, signInAs } from '@/testing/signed-in';
import { createPlaceUser } from '@/testing/users';

/**
 * Two integrations whose every text, amount, id and token end carries a mark. Whatever somebody of
 * one asks for, no mark of the other comes back, and none of the staff.
 */

const variables = { ...NO_LIMITS, LIMIT_PAGES: '100000' };
const harness = await sharedHarness(variables, await partsWithDatabase());
const app = await harness.startApp();
const db = connectDatabase(harness.databaseUrl, { max: 2 });
const sql = connectSql(harness.databaseUrl, { max: 1 });
afterAll(() => Promise.all([db.$client.end({ timeout: 5 }), sql.end({ timeout: 5 })]));

/** Who wrote everything, and what staff wrote down for themselves. */
const STAFF = ['cli:tests', 'zznote', 'zzreason', 'zzcontact'];

/** Plants an integration whose name, texts, ids, amounts and token carry the letter and number. */
async function planted(letter: 'a' | 'b', number: number) {
  const word = `${letter}${letter}canary`;
  const nombre = `${word}-name`;
  const amount = BigInt(number) * 1_0000n;
  const { id } = await act(db, createIntegration, {
    nombre,
    flags: { is_cui_nit_enabled: true },
    tarifa: BigInt(number),
    deployment: 'development',
  });
  await act(db, topUp, { nombre, amount, nota: `zznote ${word}`, referencia: `${word}-ref` });
  await act(db, adjust, { nombre, amount: BigInt(number), nota: `zzreason ${word}` });
  const { version } = await findIntegration(db, nombre);
  await act(db, describeIntegration, {
    nombre,
    expected: version,
    customer_name: `${word}-customer`,
    customer_tax_number: '',
    contact_name: `zzcontact ${word}`,
    contact_email: '',
    contact_phone: '',
    notes: `zznote ${word}`,
    low_balance: 1n,
  });
  const switches = { own_rotation: true };
  await act(db, setIntegration, { nombre, switches, reason: `zzreason ${word}` });
  const [token] = await db
    .update(credentials)
    .set({ prefix: `pas_${letter}${letter}p`, lastFour: `${letter}Q7${letter}` })
    .where(eq(credentials.integrationId, id))
    .returning({ id: credentials.id });
  const record = recordOf({
    id: `019cb0de-0000-7000-8000-${letter.repeat(8)}${number % 10_000}`,
    integrationId: id,
    credentialId: token?.id ?? 0,
    charged: BigInt(number),
    // The same identifier, which both asked for.
    identifierKeys: [77n],
    requestId: `${word}-request`,
  });
  await plantRecords(sql, [record]);
  const refused = { minute: new Date(), lookup: 'omisos', reason: 'not_enabled', refusals: 3 };
  await db.insert(refusalCounts).values([
    { ...refused, integrationId: id, nombre },
    {
      ...refused,
      integrationId: 0,
      nombre,
      reason: 'token_expired',
      address: `198.51.100.${number % 100}`,
    },
  ]);
  const noticeId = await plantNotice(id, word, number);
  const user = await createPlaceUser(db, 'gestor', id, `${word}-`);
  const signedIn = await signInAs(app.url, user);
  return { id, word, nombre, record, user, signedIn, number, noticeId };
}

/** Plants targets in every state and a notice that failed at each. Returns the notice's id. */
async function plantNotice(integrationId: number, word: string, number: number): Promise<string> {
  const states = ['unconfirmed', 'active', 'paused', 'failing', 'disabled'] as const;
  const targets = await db
    .insert(noticeTargets)
    .values(
      states.map((state) => ({
        integrationId,
        channel: 'email' as const,
        address: `${word}-${state}@example.gt`,
        state,
        createdBy: 'tests',
        reason: state === 'disabled' ? ('failing' as const) : null,
      })),
    )
    .returning({ id: noticeTargets.id });
  const noticeId = `019cb0de-1111-7000-8000-${String(number).padStart(12, '0')}`;
  await db.insert(notices).values({
    id: noticeId,
    type: 'balance.low',
    integrationId,
    occurredAt: new Date(),
    data: { integration: `${word}-name`, available: '1.00' },
    source: `tests:${word}`,
  });
  await db.insert(noticeDeliveries).values(
    targets.map(({ id }) => ({
      noticeId,
      targetId: id,
      state: 'failed' as const,
      nextAt: new Date(),
    })),
  );
  return noticeId;
}

const own = await planted('a', 424_242);
const other = await planted('b', 313_373);

const MARKS = [
  other.word,
  'pas_bbp',
  '…bQ7b',
  'bbbbbbbb',
  '198.51.100.',
  '313,373',
  '31.3373',
  '313373',
  ...STAFF,
];

/** Addresses of the app, with what they name of the other integration. */
function addresses(): string[] {
  const name = (page: string, id: string) =>
    page.replace('[nombre]', other.nombre).replace('[id]', id).replace('[...rest]', 'x');
  const all = [...pagesOfApp(), ...routesOfApp()].filter((page) => !page.startsWith('/docs'));
  const asking = `?integration=${other.nombre}&integrationId=${other.id}&nombre=${other.nombre}&tab=1&period=all&address=198.51.100.73&request=${other.word}-request&target=${other.nombre}&actor=${other.user.email}`;
  return all.flatMap((page) => [
    name(page, other.record.id),
    `${name(page, other.record.id)}${asking}`,
    ...(page.includes('[id]') ? [`${name(page, own.record.id)}${asking}`] : []),
  ]);
}

/** Ids of the other's query, changed as somebody who guesses changes them. */
function mutations(): string[] {
  const { id } = other.record;
  const digits = Array.from({ length: 28 }, (_, at) => `${id.slice(0, at)}0${id.slice(at + 1)}`);
  const odd = [
    id.toUpperCase(),
    id.replaceAll('-', ''),
    `{${id}}`,
    ` ${id}`,
    `${id}%00`,
    `${id}.json`,
    `${own.record.id},${id}`,
    `${own.record.id}/../${id}`,
    `../queries/${id}`,
    `${id}?`,
    `urn:uuid:${id}`,
    `${other.id}`,
  ];
  return [...digits, ...odd].map((one) => encodeURIComponent(one));
}

const ANSWER_TIMEOUT_MS = 30_000;
/** Some 330 calls one after another, each as slow as the machine is busy. */
const CALLS_TIMEOUT_MS = 10 * 60_000;

/** What came back, without what was sent, which pages repeat. */
async function answered(path: string, init: RequestInit = {}): Promise<string> {
  const { cookie } = own.signedIn;
  const headers = { origin: app.url, 'sec-fetch-site': 'same-origin', cookie };
  const answer = await fetch(app.url + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    ...init,
    headers: { ...headers, ...init.headers },
  });
  const text = [...answer.headers.values(), await answer.text()].join('\n');
  const sent = `${decodeURIComponent(path)} ${init.body ?? ''}`.match(/[\w.:-]{8,}/g) ?? [];
  return [...sent, ...sent.map((one) => one.slice(-8))]
    .filter((one) => one.length >= 8)
    .sort((one, another) => another.length - one.length)
    .reduce((rest, one) => rest.replaceAll(one, ''), text);
}

function marksIn(text: string): string[] {
  return MARKS.filter((mark) => text.includes(mark));
}

async function expectNoMarks(asked: readonly (readonly [string, RequestInit])[]): Promise<void> {
  const found: string[] = [];
  for (const [path, init] of asked) {
    for (const mark of marksIn(await answered(path, init))) found.push(`${mark} in ${path}`);
  }
  expect(found).toEqual([]);
}

const RSC = { headers: { rsc: '1' } };

it('its own marks come back, so that the marks of others would', async () => {
  const { nombre, word, record } = own;
  const list = await answered('/integracion/consultas');
  expect(list).toContain(`${word}-request`);
  for (const [path, mark] of [
    ['/integracion', nombre],
    ['/integracion', '…aQ7a'],
    ['/integracion/saldo', '424,242'],
    ['/integracion/saldo/statement.csv', `${word}-ref`],
    ['/integracion/saldo/print', `${word}-customer`],
    [`/integracion/consultas/${record.id}`, `${word}-request`],
    ['/integracion/rechazos', 'omisos'],
    ['/integracion/cambios', 'Equipo de Pasarela'],
    ['/integracion/avisos', `${word}-failing@example.gt`],
  ] as const) {
    expect([path, (await answered(path)).includes(mark)]).toEqual([path, true]);
  }
});

it('no page, data of a page or download shows a mark of the other or of staff', async () => {
  await expectNoMarks(addresses().flatMap((path) => [[path, {}] as const, [path, RSC] as const]));
});

it('no changed id of a query leads to the other', async () => {
  const ids = mutations();
  expect(ids.length).toBe(40);
  await expectNoMarks(ids.map((id) => [`/integracion/consultas/${id}`, {}] as const));
});

it('no action and no export answers with a mark of the other, or changes it', {
  timeout: CALLS_TIMEOUT_MS,
}, async () => {
  const before = await stateOfOther();
  const { record, nombre, user } = other;
  const session = await db
    .select({ number: consoleSessions.number })
    .from(consoleSessions)
    .where(eq(consoleSessions.userId, user.id));
  const everything = {
    nombre,
    id: record.id,
    queryId: record.id,
    query: record.id,
    email: user.email,
    integrationId: other.id,
    expected: 1,
    overlapMs: 3_600_000,
    amount: '1',
    nota: 'nota larga',
    referencia: '',
    key: record.id,
    purpose: 'other',
    note: 'una nota',
    name: 'x',
    view: '',
    identifier: '77',
    role: 'gestor',
    switches: {},
    limits: {},
    replace: true,
  };
  const given = [everything, { ...everything, id: user.id }, session[0]?.number, record.id, nombre];
  const changes = await noticeChanges();
  const ids = actionIds();
  const calls = actionsOfApp().flatMap((action) =>
    [...given, ...(/notice/i.test(action) ? changes : [])].map((one) => {
      const headers = { 'next-action': ids.get(action) ?? '', 'content-type': 'text/plain' };
      return ['/integracion', { method: 'POST', headers, body: JSON.stringify([one]) }] as const;
    }),
  );
  const headers = { 'content-type': 'application/json' };
  const body = exportBody(`integration=${nombre}`);
  const exported = ['/console/queries/export.csv', { method: 'POST', headers, body }] as const;
  await expectNoMarks([...calls, exported]);
  expect(await stateOfOther()).toEqual(before);
});

/** Every change of every target of the other, as its own page would send it. */
async function noticeChanges() {
  const targets = await db
    .select()
    .from(noticeTargets)
    .where(eq(noticeTargets.integrationId, other.id));
  return targets.map(({ id, version }) => ({
    owner: other.id,
    id,
    expected: version,
    noticeId: other.noticeId,
  }));
}

/** What an action of somebody else could change. */
async function stateOfOther() {
  const { id, nombre, user } = other;
  const tokens = await db.select().from(credentials).where(eq(credentials.integrationId, id));
  const people = await db.select().from(users).where(eq(users.integrationId, id));
  const sessions = await db
    .select({ ended: consoleSessions.endedAt })
    .from(consoleSessions)
    .where(eq(consoleSessions.userId, user.id));
  const targets = await db.select().from(noticeTargets).where(eq(noticeTargets.integrationId, id));
  const sent = await db
    .select()
    .from(noticeDeliveries)
    .where(eq(noticeDeliveries.noticeId, other.noticeId));
  const integration = await findIntegration(db, nombre);
  return { integration, tokens, people, sessions, targets, sent };
}
