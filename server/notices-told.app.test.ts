import { createTranslator } from 'next-intl';
import { expect, it, vi } from 'vitest';
import { connectDatabase } from '@/db/client';
import { verifyAudit } from '@/lib/audit/verify';
import { chosenIn, sourceTitle } from '@/lib/base/env/source-settings';
import { createLogger } from '@/lib/base/telemetry/log';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { addDays, dayOf, localMinute, startOfDay, startOfMonth } from '@/lib/base/time/guatemala';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { fill, LANGUAGE_TAGS, LANGUAGES, type Language } from '@/lib/base/values/language';
import { formatQuetzales } from '@/lib/base/values/money';
import { refund } from '@/lib/billing/refund';
import { requestRefund } from '@/lib/billing/refund-requests';
import { cancelTariff, scheduleTariff, setTariff } from '@/lib/billing/tariffs';
import { topUp } from '@/lib/billing/top-up';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { verifyRecent } from '@/lib/billing/verify-recent';
import { formatsIn, messages } from '@/lib/console/texts/messages';
import {
  FLAGS,
  LOOKUPS,
  type Lookup,
  lookupFacts,
  lookupsOf,
  titleAndPath,
} from '@/lib/contract/lookups';
import type { IncidentKind } from '@/lib/incidents/list';
import { openIncident, switchOff } from '@/lib/incidents/post';
import type { Cap } from '@/lib/integrations/caps';
import { endOverlap, rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { sendTest } from '@/lib/notices/by-hand';
import { endFailing } from '@/lib/notices/finish';
import { NOTICE_TYPES, type NoticeType } from '@/lib/notices/kinds';
import { write } from '@/lib/notices/texts';
import { readDrift } from '@/lib/sources/shapes';
import { auditCheck } from '@/lib/tasks/audit-check';
import { runTask, type StoredTask } from '@/lib/tasks/run-task';
import { detect, notifyOfAuditRows } from '@/lib/watch/detect';
import { wellKnown } from '@/simulator/well-known';
import { answered } from '@/testing/answered';
import { accountOf } from '@/testing/billing';
import { connectTo } from '@/testing/database';
import { addFault, NO_LIMITS } from '@/testing/harness';
import { ask } from '@/testing/http';
import type { TestIntegration, TestIntegrationOptions } from '@/testing/integration';
import { startReceivers } from '@/testing/notice-receivers';
import { addTestTarget, mailAt, openTestChannels, passEpisodes } from '@/testing/notices';
import { asOwner } from '@/testing/postgres';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { type SignedIn, signIn, signInAs } from '@/testing/signed-in';
import { createPlaceUser } from '@/testing/users';
import { serviceTexts } from '@/texts/service';

/**
 * Raises every kind of notice in the running service, asks the service, its database and its pages
 * for what the notice states, and compares the e-mail with its text filled in with these answers.
 */

const receivers = await startReceivers();
const sourcePort = Number(new URL(receivers.url).port);
const mail = mailAt(receivers.smtpUrl);
const harness = await sharedHarness(
  { ...NO_LIMITS, LIMIT_PAGES: '100000', SMTP_URL: mail.url, MAIL_FROM: mail.from },
  { ...(await partsWithDatabase()), sourcePort },
);
const app = await harness.startApp();
const { db, sql, act, newIntegration, setLimits } = connectTo(harness.databaseUrl);
const alone = connectDatabase(harness.databaseUrl, { max: 1 });
harness.onStop(() => alone.$client.end({ timeout: 5 }));
const channels = openTestChannels({ mail, publicUrl: 'http://127.0.0.1' });
harness.onStop(() => channels.close());
const { notices: count } = new Metrics();
const log = createLogger({ write: () => {} });

/** Runs a task in its turn, as the service does when it is due. */
async function runNow(name: StoredTask['name'], run: StoredTask['run']) {
  await vi.waitUntil(() => runTask(alone, { name, everyMs: 0, run }), 10_000);
}

/** Detects what is to be notified, and makes e-mails due that wait for others. */
async function watch() {
  await runNow('detect', ({ db: own, previous }) => detect(own, chosenIn({}), previous, count));
  await notifyOfAuditRows(sql, db, count);
  await sql`UPDATE notice_deliveries SET next_at = now() WHERE attempts = 0 AND next_at > now()`;
}

const STAFF = 'staff';
const REASON = 'kept from integrators';
const addressOf = (name: string, language: Language) => `${language}-${name}@example.gt`;

/** Registers an address in each language; nobody has to press a link. */
async function listen(name: string, id: number | null) {
  for (const locale of LANGUAGES) {
    await sql`INSERT INTO notice_targets (integration_id, channel, address, locale, state, created_by)
      VALUES (${id}, 'email', ${addressOf(name, locale)}, ${locale}, 'active', 'tests')`;
  }
}

async function listener(options?: TestIntegrationOptions) {
  const integration = await newIntegration(options);
  await listen(integration.nombre, integration.id);
  return integration;
}

const { nit, cui } = wellKnown.individual;
const QUESTION = { nit, cui, nits: [nit] };

/** Returns the status of a lookup. */
async function statusOf(as: TestIntegration, lookup: Lookup = 'cui-nit'): Promise<string> {
  return String((await ask(app.url, lookupFacts[lookup].path, as, QUESTION)).status);
}

/** Returns the only status of several lookups, of all without a kind. */
async function statusOfEach(as: TestIntegration, kind?: 'catalog' | 'registry') {
  const own = LOOKUPS.filter(
    (lookup) => kind === undefined || lookupFacts[lookup].billed === (kind === 'catalog'),
  );
  const statuses = new Set(await Promise.all(own.map((lookup) => statusOf(as, lookup))));
  return [...statuses].join(' and ');
}

/** Asks, and returns what the newest charge of the ledger took. */
async function chargeOf(as: TestIntegration) {
  expect(await statusOf(as)).toBe('200');
  return newestEntry(as, 'cobro');
}

async function newestEntry({ id }: TestIntegration, kind: 'cobro' | 'devolucion') {
  const [entry] = await sql<{ amount: bigint; queryId: string }[]>`
    SELECT abs(amount) AS amount, query_id AS "queryId" FROM ledger_entries
    WHERE integration_id = ${id} AND kind = ${kind} ORDER BY seq DESC LIMIT 1`;
  return { amount: formatQuetzales(BigInt(entry?.amount ?? 0n)), queryId: entry?.queryId ?? '' };
}

async function availableOf({ id }: TestIntegration): Promise<string> {
  const { saldo, reservado } = await accountOf(sql, id);
  return formatQuetzales(BigInt(saldo) - BigInt(reservado));
}

const masked = ({ token }: TestIntegration) => `pas_dev_…${token.slice(-4)}`;

/** Rotates with an overlap; returns the same integration with its new token, and the old one's end. */
async function rotated(as: TestIntegration, overlapMs: number) {
  const { nombre } = as;
  const { token } = await act(rotate, { nombre, overlapMs, deployment: 'development' });
  return { next: { ...as, token }, endsAt: await endOf(as) };
}

async function endOf({ id, token }: TestIntegration): Promise<Date> {
  const [row] = await sql<{ ends: Date }[]>`SELECT expires_at AS ends FROM credentials
    WHERE integration_id = ${id} AND last_four = ${token.slice(-4)}`;
  if (row === undefined) throw new Error('There is no such token.');
  return row.ends;
}

/** Lets the time of a token pass until a moment before its end. */
async function endIn({ id, token }: TestIntegration, interval: string) {
  await sql`UPDATE credentials SET expires_at = now() + ${interval}::text::interval
    WHERE integration_id = ${id} AND last_four = ${token.slice(-4)}`;
}

async function openedAt(kind: string, subject: string): Promise<Date> {
  const [row] = await sql<{ at: Date }[]>`SELECT opened_at AS at FROM episodes
    WHERE kind = ${kind} AND subject = ${subject} ORDER BY id DESC LIMIT 1`;
  if (row === undefined) throw new Error('There is no such episode.');
  return row.at;
}

async function targetState(id: number) {
  const [row] = await sql<{ state: string; since: Date | null }[]>`
    SELECT state, failing_since AS since FROM notice_targets WHERE id = ${id}`;
  return row;
}

const page = async (path: string) => (await fetch(app.url + path)).text();

/** What was observed, by the fields of the text; codes as in `values` of the texts. */
type Facts = Readonly<Record<string, string | Date | string[]>>;
interface Told {
  readonly to: string;
  readonly facts: Facts;
}

async function lowBalance(): Promise<TestIntegration> {
  const as = await listener({ saldo: 20_000n });
  await sql`UPDATE integrations SET low_balance = 18000 WHERE id = ${as.id}`;
  await chargeOf(as);
  await watch();
  return as;
}

/** Fails the catalogs until their outage is notified. */
async function outage(): Promise<TestIntegration> {
  const as = await listener();
  await chargeOf(as);
  const before = await availableOf(as);
  for (const lookup of lookupsOf('catalogos')) {
    await addFault(harness.sourceUrl, { behaviour: 'status-503', lookup, times: 1 });
    expect(await statusOf(as, lookup)).toBe('502');
  }
  expect(await availableOf(as)).toBe(before);
  await watch();
  await passEpisodes(sql, 3 * MINUTE_MS);
  await watch();
  return as;
}

/** Has a webhook fail once. */
async function failingWebhook(answer: string) {
  const as = await listener();
  const address = receivers.webhook(answer);
  const { id } = await addTestTarget(db, channels, as.id, address);
  await act(setTariff, { nombre: as.nombre, tarifa: 6_000n });
  await watch();
  await expect.poll(async () => (await targetState(id))?.state).not.toBe('active');
  return { as, id, target: new URL(address).host };
}

const INCIDENT = { kind: 'incident', lookups: ['rtu'], impact: 'minor', text: 'x' } as const;

/** Writes the notices of a type to somebody, in the order of their letters. */
async function written(type: NoticeType, to: string, language: Language = 'es') {
  const rows = await sql<{ data: object }[]>`SELECT data FROM notices n
    LEFT JOIN integrations i ON i.id = n.integration_id
    WHERE type = ${type} AND coalesce(nombre, ${STAFF}) = ${to}`;
  const texts = rows.map(({ data }) => {
    const { subject, sentences } = write(type, data, language);
    return [subject, ...sentences].join('\n');
  });
  return texts.sort();
}

/** Raises each kind, and returns what is true of it. */
const RAISED: Readonly<Record<NoticeType, () => Promise<Told | readonly Told[]>>> = {
  'balance.low': async () => {
    const as = await lowBalance();
    const available = await availableOf(as);
    // One day old, it spent one charge a day.
    const days = Number(available) / Number((await newestEntry(as, 'cobro')).amount);
    const facts = { available, threshold: '1.80', days_left: String(Math.floor(days)) };
    return { to: as.nombre, facts };
  },
  'balance.restored': async () => {
    const as = await lowBalance();
    await act(topUp, { nombre: as.nombre, amount: 1_000_000n });
    await passEpisodes(sql, HOUR_MS);
    await watch();
    return { to: as.nombre, facts: { since: await openedAt('balance.low', as.nombre) } };
  },
  'balance.exhausted': async () => {
    const as = await listener({ saldo: 5_000n });
    const { amount: tariff } = await chargeOf(as);
    await watch();
    const facts = {
      available: await availableOf(as),
      tariff,
      unpaid: await statusOfEach(as, 'catalog'),
    };
    expect(await statusOfEach(as, 'registry')).toBe('200');
    await act(topUp, { nombre: as.nombre, amount: 5_000n });
    expect(await statusOf(as)).toBe('200');
    return [as.nombre, STAFF].map((to) => ({ to, facts }));
  },
  'cap.reached': async () => {
    const told: Told[] = [];
    for (const period of ['day', 'month'] as const) {
      const as = await listener();
      await chargeOf(as);
      for (const [before, cap] of ['1.10', '1.60'].entries()) {
        await setLimits(as.nombre, { [`cap_${period}`]: cap });
        await watch();
        expect(await written('cap.reached', as.nombre)).toHaveLength(before);
        await chargeOf(as);
        await watch();
        const unpaid = await statusOfEach(as, 'catalog');
        told.push({ to: as.nombre, facts: { period, cap, unpaid } });
      }
      await sql`UPDATE accounts SET spent_on = spent_on - 32 WHERE integration_id = ${as.id}`;
      expect(await statusOf(as)).toBe('200');
      await sql`UPDATE accounts SET spent_day = 20000, spent_month = 20000
        WHERE integration_id = ${as.id}`;
    }
    return told;
  },
  'token.ending': async () => {
    const as = await listener();
    const { endsAt } = await rotated(as, 6 * DAY_MS);
    await watch();
    expect(await written('token.ending', as.nombre)).toEqual([]);
    expect(await statusOf(as)).toBe('200');
    await watch();
    return { to: as.nombre, facts: { token: masked(as), ends_at: endsAt } };
  },
  'token.old_used': async () => {
    const as = await listener();
    await rotated(as, 6 * DAY_MS);
    await endIn(as, '23 hours');
    expect(await statusOf(as)).toBe('200');
    const endsAt = await endOf(as);
    await watch();
    await endIn(as, '0');
    expect(await statusOfEach(as, 'catalog')).toBe('401');
    return { to: as.nombre, facts: { token: masked(as), ends_at: endsAt } };
  },
  'token.rotated': async () => {
    const as = await listener();
    const { next, endsAt } = await rotated(as, HOUR_MS);
    await watch();
    expect([await statusOf(as), await statusOf(next)]).toEqual(['200', '200']);
    await endIn(as, '0');
    expect([await statusOf(as), await statusOf(next)]).toEqual(['401', '200']);
    return { to: as.nombre, facts: { old_token_until: endsAt } };
  },
  'token.ended': async () => {
    const as = await listener();
    const { next } = await rotated(as, HOUR_MS);
    expect(await statusOf(as)).toBe('200');
    await act(endOverlap, { nombre: as.nombre });
    await watch();
    expect([await statusOf(as), await statusOf(next)]).toEqual(['401', '200']);
    return { to: as.nombre, facts: { tokens: [masked(as)] } };
  },
  'lookup.enabled': async () => {
    const as = await listener({ flags: [] });
    await switchLookups(as, true);
    await watch();
    expect(await statusOfEach(as)).toBe('200');
    return LOOKUPS.map((lookup) => ({ to: as.nombre, facts: { lookup } }));
  },
  'lookup.disabled': async () => {
    const as = await listener();
    await switchLookups(as, false);
    await watch();
    const told = LOOKUPS.map(async (lookup) => {
      const facts = { lookup, disabled: await statusOf(as, lookup) };
      return { to: as.nombre, facts };
    });
    return Promise.all(told);
  },
  'integration.suspended': async () => {
    const as = await suspended();
    const facts = {
      suspended_catalogs: await statusOfEach(as, 'catalog'),
      suspended_registries: await statusOfEach(as, 'registry'),
    };
    return { to: as.nombre, facts };
  },
  'integration.resumed': async () => {
    const as = await suspended();
    await act(setIntegration, { nombre: as.nombre, switches: { suspended: false } });
    await watch();
    expect(await statusOfEach(as)).toBe('200');
    return { to: as.nombre, facts: {} };
  },
  'limits.changed': async () => {
    const as = await listener();
    await setLimits(as.nombre, { cap_day: '0.10', limit_renap: '1' });
    await watch();
    expect(await statusOf(as)).toBe('402');
    expect([await statusOf(as, 'renap'), await statusOf(as, 'renap')]).toEqual(['200', '429']);
    return { to: as.nombre, facts: { limits: ['cap_day', 'limit_renap'] } };
  },
  'tariff.changed': async () => {
    const as = await listener();
    await act(setTariff, { nombre: as.nombre, tarifa: 6_000n });
    await watch();
    return { to: as.nombre, facts: { tariff: (await chargeOf(as)).amount } };
  },
  'tariff.scheduled': async () => {
    const as = await listener();
    const from = await scheduled(as);
    await watch();
    expect((await chargeOf(as)).amount).toBe('0.50');
    await sql`UPDATE accounts SET next_tarifa_at = now() WHERE integration_id = ${as.id}`;
    return { to: as.nombre, facts: { from, tariff: (await chargeOf(as)).amount } };
  },
  'tariff.cancelled': async () => {
    const as = await listener();
    const from = await scheduled(as);
    await act(cancelTariff, { nombre: as.nombre });
    await watch();
    await sql`UPDATE accounts SET next_tarifa_at = now() WHERE integration_id = ${as.id} AND next_tarifa IS NOT NULL`;
    expect((await chargeOf(as)).amount).toBe('0.50');
    return { to: as.nombre, facts: { from, tariff: '0.80' } };
  },
  'refund.made': async () => {
    const as = await listener();
    const { queryId } = await chargeOf(as);
    await act(refund, { nombre: as.nombre, queryId, nota: REASON });
    await watch();
    const { amount, queryId: refunded } = await newestEntry(as, 'devolucion');
    expect(await availableOf(as)).toBe('100.00');
    return { to: as.nombre, facts: { amount, query_id: refunded } };
  },
  'source.down': async () => {
    const as = await outage();
    return [as.nombre, STAFF].map((to) => ({ to, facts: { source: 'catalogos' } }));
  },
  'source.up': async () => {
    const as = await outage();
    expect(await statusOf(as)).toBe('200');
    await passEpisodes(sql, HOUR_MS);
    await watch();
    const facts = { source: 'catalogos', since: await openedAt('source.down', 'catalogos') };
    return [as.nombre, STAFF].map((to) => ({ to, facts }));
  },
  'source.shape': async () => {
    const datos = { nit, nombre: 'A' };
    await answered(sql, 'omisos', datos, 250);
    const answeredAt = Date.now();
    // The service writes what it counted meanwhile, which has the field.
    const stopped = await vi.waitUntil(async () => {
      await answered(sql, 'omisos', { nit }, 60);
      await watch();
      return (await readDrift(db)).find(({ state }) => state === 'stopped');
    });
    const since = stopped.since ?? new Date(0);
    expect(Math.abs(since.getTime() - answeredAt)).toBeLessThan(MINUTE_MS);
    const { id: integrationId } = await listener();
    const record = recordOf({ integrationId, lookup: 'omisos', charged: 0n });
    await plantRecords(sql, [record]);
    const staff = await signIn(app.url, harness.databaseUrl, 'admin');
    const when = new Intl.DateTimeFormat(LANGUAGE_TAGS.es, {
      ...formatsIn('es').dateTime.longSecond,
      ...zone,
    });
    const sentence = es('explain.stopped', { field: 'nombre', since: when.format(since) });
    expect(await shown(`/console/queries/${record.id}`, staff)).toContain(plain(sentence));
    return { to: STAFF, facts: { lookup: 'omisos', field: 'nombre', since } };
  },
  'incident.posted': async () => {
    const as = await listener();
    const title = `Corte de ${as.nombre}`;
    await act(openIncident, { ...INCIDENT, title });
    await watch();
    await expect.poll(() => page('/estado')).toContain(title);
    return { to: as.nombre, facts: { title, state: 'investigating' } };
  },
  'refund.requested': async () => {
    const as = await listener();
    const { queryId } = await chargeOf(as);
    await act(requestRefund, { nombre: as.nombre, queryId, nota: REASON });
    await watch();
    return { to: STAFF, facts: { integration: as.nombre, query_id: queryId } };
  },
  'ledger.problem': async () => {
    const { problems } = await unbalanced(1);
    await watch();
    return { to: STAFF, facts: { problems: String(problems) } };
  },
  'audit.problem': async () => {
    await asOwner(
      harness.databaseUrl,
      'SET session_replication_role = replica',
      `UPDATE audit_log SET actor = 'somebody' WHERE id = (SELECT min(id) FROM audit_log)`,
    );
    await runNow('audit_verify', ({ db: own }) => auditCheck(log)(own));
    await watch();
    const { problems } = await verifyAudit(db, undefined);
    return { to: STAFF, facts: { problems: String(problems.length) } };
  },
  'endpoint.failing': async () => {
    const { as, id, target } = await failingWebhook('status/503');
    await sql`UPDATE notice_targets SET failing_since = failing_since - interval '4 days' WHERE id = ${id}`;
    await endFailing(db);
    const since = (await targetState(id))?.since ?? new Date(0);
    await sql`UPDATE notice_targets SET failing_since = failing_since - interval '1 day' WHERE id = ${id}`;
    await endFailing(db);
    expect((await targetState(id))?.state).toBe('disabled');
    return [as.nombre, STAFF].map((to) => ({ to, facts: { target, since } }));
  },
  'endpoint.disabled': async () => {
    const { as, id, target } = await failingWebhook('status/410');
    await act(setTariff, { nombre: as.nombre, tarifa: 7_000n });
    await watch();
    expect(
      await sql`SELECT FROM notice_deliveries WHERE target_id = ${id} AND state = 'pending'`,
    ).toHaveLength(0);
    return [as.nombre, STAFF].map((to) => ({ to, facts: { target, reason: 'gone' } }));
  },
  test: async () => {
    const as = await listener();
    const targets = await sql<{ id: number }[]>`
      SELECT id FROM notice_targets WHERE integration_id = ${as.id}`;
    for (const { id } of targets) await sendTest(db, channels, { owner: as.id, id });
    return targets.map(() => ({ to: as.nombre, facts: {} }));
  },
};

/** Adds to the balances of some integrations what no entry says, has the ledger verified, and mends it. */
async function unbalanced(many: number) {
  const [first = await listener(), ...others] = await Promise.all(
    Array.from({ length: many }, () => listener()),
  );
  const ids = [first, ...others].map(({ id }) => id);
  const change = (by: number) =>
    sql`UPDATE accounts SET saldo = saldo + ${by} WHERE integration_id = ANY (${ids})`;
  await change(1);
  await runNow('ledger_verify', ({ db: own, previous, keep }) =>
    verifyRecent(own, previous, async (_fresh, result) => keep(result)),
  );
  const { problems } = await verifyLedger(db);
  await change(-1);
  return { first, problems: problems.length };
}

function switchLookups({ nombre }: TestIntegration, isOn: boolean) {
  const switches = Object.fromEntries(FLAGS.map((flag) => [flag, isOn]));
  return act(setIntegration, { nombre, switches });
}

async function suspended(): Promise<TestIntegration> {
  const as = await listener();
  await act(setIntegration, {
    nombre: as.nombre,
    switches: { suspended: true },
    reason: REASON,
  });
  await watch();
  return as;
}

async function scheduled({ nombre }: TestIntegration): Promise<Date> {
  const from = new Date(Date.now() + DAY_MS);
  await act(scheduleTariff, { nombre, tarifa: 8_000n, from });
  return from;
}

/** Fills the text of a kind in with what was observed. Sentences whose field was not are left out. */
function textOf(type: NoticeType, facts: Facts, language: Language): string {
  const { notices, values, zone } = serviceTexts[language];
  const words: Readonly<Record<string, string>> = values;
  const written = (name: string, value: string | Date) => {
    if (value instanceof Date) return `${localMinute(value).replace('T', ' ')} (${zone})`;
    if (name === 'source') return sourceTitle(value, language);
    return name === 'lookup' ? titleAndPath(value, language) : (words[value] ?? value);
  };
  const observed = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      [value]
        .flat()
        .map((one) => written(name, one))
        .join(', '),
    ]),
  );
  const sentences = notices[type].map((text) => fill(text, observed));
  return sentences.filter((text) => !/\{\w+\}/.test(text)).join('\n');
}

await listen(STAFF, null);
await watch();
const expected: { type: NoticeType; address: string; text: string }[] = [];

it.each(NOTICE_TYPES)('%s states what happens', async (type) => {
  const told = [await RAISED[type]()].flat();
  expect(told).not.toEqual([]);
  await watch();
  for (const to of new Set(told.map((one) => one.to))) {
    const facts = told.filter((one) => one.to === to).map((one) => one.facts);
    for (const language of LANGUAGES) {
      const texts = facts.map((one) => textOf(type, one, language)).sort();
      // A task of the running service may have noticed it first, and not have committed yet. The staff
      // is told of what other tests raise too.
      const once = to === STAFF ? expect.arrayContaining(texts) : texts;
      await expect.poll(() => written(type, to, language)).toEqual(once);
      expected.push(...texts.map((text) => ({ type, address: addressOf(to, language), text })));
    }
  }
});

it('every notice arrives by e-mail as it was written', async () => {
  const missing = async () => {
    const { mail: mails } = await receivers.received();
    return expected.filter(
      ({ address, text }) =>
        !mails.some((one) => one.to === address && one.text.replaceAll('\r', '').includes(text)),
    );
  };
  await expect.poll(missing).toEqual([]);
});

it('no notice says why somebody changed something', async () => {
  const rows = await sql`SELECT data FROM notices`;
  expect(JSON.stringify(rows)).not.toContain(REASON);
});

/** Pages as somebody sees them: only text, with single spaces. */
const plain = (text: string) =>
  text
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

async function shown(path: string, { cookie }: SignedIn): Promise<string> {
  return plain(await (await fetch(app.url + path, { headers: { cookie } })).text());
}

const es = createTranslator({ locale: LANGUAGE_TAGS.es, messages: messages.es });
const zone = { timeZone: 'America/Guatemala', hourCycle: 'h23' } as const;
const minute = (at: Date) =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS.es, { ...formatsIn('es').dateTime.minute, ...zone }).format(
    at,
  );

/** The sentences of a banner, filled in with what was observed, and the page that must show them. */
interface Banner {
  readonly path: string;
  readonly place?: TestIntegration;
  readonly text: string;
}

async function capped(period: Cap): Promise<readonly Banner[]> {
  const as = await listener();
  await setLimits(as.nombre, { [`cap_${period}`]: '0.60' });
  const { amount } = await chargeOf(as);
  const today = dayOf(new Date());
  const end = startOfDay(period === 'day' ? addDays(today, 1) : startOfMonth(today, 1));
  const [spent, cap] = [`Q ${amount}`, 'Q 0.60'];
  const text = es.markup('capNotice.text', { spent, cap, end: () => minute(end) });
  expect(text.match(/\b[1-5]\d\d\b/g)).toEqual([await statusOfEach(as, 'catalog')]);
  expect(await statusOfEach(as, 'registry')).toBe('200');
  return onBoth(as, es(`capNotice.title.${period}`) + text);
}

/** The page of staff and that of the place. */
function onBoth(as: TestIntegration, text: string): readonly Banner[] {
  return [
    { path: `/console/integrations/${as.nombre}`, text },
    { path: '/integracion', place: as, text },
  ];
}

async function posted(kind: IncidentKind): Promise<readonly Banner[]> {
  const as = await listener();
  const title = `Aviso para ${as.nombre}`;
  const endsAt = new Date(Date.now() + HOUR_MS);
  await act(openIncident, { ...INCIDENT, kind, title, endsAt });
  expect(await statusOf(as, 'rtu')).toBe('200');
  return [{ path: '/integracion', place: as, text: es(`place.posted.${kind}`) + title }];
}

/** Counts the recent queries of the catalogs, and their failures by the source. */
async function recentCatalogs() {
  const [row] = await sql<{ queries: number; failed: number; last: Date; first: Date }[]>`
    SELECT count(*)::int AS queries, max(settled_at) FILTER (WHERE status = 502) AS last,
      count(*) FILTER (WHERE status = 502)::int AS failed,
      min(created_at) FILTER (WHERE status = 502 AND created_at >
        (SELECT max(created_at) FROM query_records WHERE status = 200 AND lookup = ANY (${lookupsOf('catalogos')}))) AS first
    FROM query_records WHERE lookup = ANY (${lookupsOf('catalogos')})`;
  if (row === undefined) throw new Error('Nothing was counted.');
  return row;
}

const short = (at: Date) =>
  new Intl.DateTimeFormat(LANGUAGE_TAGS.es, {
    ...zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);

const many = (changes: Partial<PlantedRecord>) =>
  Array.from({ length: 200 }, () => recordOf({ charged: 0n, ...changes }));

const overviewSpec = 'e2e/console/overview.spec.ts';
/** Raises each banner. The test named raises the others. */
const BANNERS: Readonly<Record<string, string | (() => Promise<readonly Banner[]>)>> = {
  'capNotice.title.day': () => capped('day'),
  'capNotice.title.month': () => capped('month'),
  'suspension.notice': async () => {
    const as = await suspended();
    const [row] = await sql<{ at: Date; actor: string }[]>`SELECT at, actor FROM audit_log
      WHERE target = ${as.nombre} AND action = 'integration.set' ORDER BY id DESC LIMIT 1`;
    const { actor = '', at = new Date(0) } = row ?? {};
    const text = es.markup('suspension.notice', { actor, when: () => minute(at) });
    return [{ path: `/console/integrations/${as.nombre}`, text }];
  },
  'place.posted.incident': () => posted('incident'),
  'place.posted.maintenance': () => posted('maintenance'),
  'place.failingNotices': async () => {
    const { as } = await failingWebhook('status/503');
    return [{ path: '/integracion', place: as, text: es('place.failingNotices', { count: 1 }) }];
  },
  'overview.trouble.down': async () => {
    await outage();
    const { failed, first } = await recentCatalogs();
    const since = es('overview.since', { at: short(first) });
    const given = {
      source: 'Catálogos',
      failure: 'source_unavailable',
      since,
      failed: String(failed),
    };
    return [{ path: '/console', text: es('overview.trouble.down', given) }];
  },
  'overview.trouble.failing': async () => {
    expect(await statusOf(await outage())).toBe('200');
    const { failed, queries, last } = await recentCatalogs();
    const style = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
    const share = new Intl.NumberFormat(LANGUAGE_TAGS.es, style).format(failed / queries);
    const given = { source: 'Catálogos', share, failed: String(failed) };
    const calm = es('overview.calmSince', { at: short(last) });
    return [{ path: '/console', text: `${es('overview.trouble.failing', given)} ${calm}` }];
  },
  'overview.trouble.ledger': async () => {
    const { first } = await unbalanced(1);
    const rule = es('overview.rules.saldo = balance after the newest entry');
    // The name follows, because the page streams it.
    const text = es.markup('overview.trouble.ledger', { count: 1, rule, link: () => '' });
    return [text, first.nombre].map((one) => ({ path: '/console', text: one }));
  },
  'overview.trouble.moreLedger': async () => {
    const { problems } = await unbalanced(5);
    const given = { count: problems - 3 };
    return [{ path: '/console', text: es('overview.trouble.moreLedger', given) }];
  },
  'overview.trouble.audit': async () => {
    await RAISED['audit.problem']();
    const [row] = await sql<{ id: string }[]>`SELECT min(id)::text AS id FROM audit_log`;
    const { problems } = await verifyAudit(db, undefined);
    const given = { count: problems.length, all: 'true', id: row?.id ?? '' };
    return [{ path: '/console', text: es('overview.trouble.audit', given) }];
  },
  'overview.trouble.capped': async () => {
    await capped('day');
    const [row] = await sql<{ count: number }[]>`SELECT count(*)::int FROM integrations i
      JOIN accounts a ON a.integration_id = i.id WHERE suspended_at IS NULL
      AND (cap_day - spent_day < tarifa OR cap_month - spent_month < tarifa)`;
    const given = { count: row?.count ?? 0, link: (text: string) => text };
    return [{ path: '/console', text: es.markup('overview.trouble.capped', given) }];
  },
  'overview.trouble.slow': async () => {
    await plantRecords(sql, many({ lookup: 'renap', durationMs: 12_000 }));
    const given = { lookup: messages.es.lookups.renap, p95: '12.00 s' };
    return [{ path: '/console', text: es('overview.trouble.slow', given) }];
  },
  'overview.trouble.slower': async () => {
    const weekAgo = new Date(Date.now() - 7 * DAY_MS - 20_000);
    await plantRecords(sql, many({ lookup: 'rtu', durationMs: 800, createdAt: weekAgo }));
    await plantRecords(sql, many({ lookup: 'rtu', durationMs: 4_000 }));
    const given = { lookup: messages.es.lookups.rtu, p95: '4.00 s', usual: '≈ 750 ms' };
    return [{ path: '/console', text: es('overview.trouble.slower', given) }];
  },
  // Last, because it stops a lookup that others ask.
  'switchedOff.sentence': async () => {
    const as = await listener();
    const title = `Corte para ${as.nombre}`;
    await act(switchOff, { ...INCIDENT, title, lookups: ['omisos'], impact: 'major' });
    await expect.poll(() => statusOf(as, 'omisos')).toBe('502');
    const before = await availableOf(as);
    expect(await statusOf(as, 'omisos')).toBe('502');
    expect(await availableOf(as)).toBe(before);
    const lookup = messages.es.lookups.omisos;
    return [{ path: '/console', text: es('switchedOff.sentence', { lookup, title }) }];
  },
  'overview.trouble.reveals': overviewSpec,
  'overview.trouble.ours': overviewSpec,
  'overview.trouble.paused': overviewSpec,
  'overview.trouble.drift': overviewSpec,
};

const { overview, capNotice, place: ofPlace } = messages.es;
const GROUPS = {
  'overview.trouble': overview.trouble,
  'capNotice.title': capNotice.title,
  'place.posted': ofPlace.posted,
};
const NAMES = Object.entries(GROUPS).flatMap(([group, texts]) =>
  Object.keys(texts).map((key) => `${group}.${key}`),
);

it('the list of banners names each that the messages have', () => {
  expect(NAMES.filter((name) => BANNERS[name] === undefined)).toEqual([]);
});

it.each(Object.entries(BANNERS))('the banner %s states what happens', async (_name, raise) => {
  if (typeof raise === 'string') return;
  const staff = await signIn(app.url, harness.databaseUrl, 'admin');
  for (const { path, place, text } of await raise()) {
    const person =
      place && (await signInAs(app.url, await createPlaceUser(db, 'gestor', place.id)));
    expect(await shown(path, person ?? staff)).toContain(plain(text));
  }
});
