import { expect, it } from 'vitest';
import { chosenIn } from '@/lib/base/env/source-settings';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { refund } from '@/lib/billing/refund';
import { requestRefund } from '@/lib/billing/refund-requests';
import { cancelTariff, scheduleTariff, setTariff } from '@/lib/billing/tariffs';
import { topUp } from '@/lib/billing/top-up';
import { openIncident, updateIncident } from '@/lib/incidents/post';
import { endOverlap, rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { foldCounts } from '@/lib/statistics/fold';
import { readHealth } from '@/lib/statistics/health';
import { countByState } from '@/lib/statistics/integrations';
import { answered } from '@/testing/answered';
import { ownDatabase } from '@/testing/database';
import { plantRecords, recordOf } from '@/testing/records';
import { detect, notifyOfAuditRows } from './detect';

const { db, sql, newIntegration, act, chargeOf, setLimits } = await ownDatabase();
const { notices: count } = new Metrics();

/** Detects as the task does, with the result of its last run. */
let previous: unknown;
async function watch(choice = {}) {
  previous = await detect(db, chosenIn(choice), previous, count);
}

const notify = () => notifyOfAuditRows(sql, db, count);

/** The notices of an integration, or of the staff, in order. */
async function noticesTo(integrationId: number | null) {
  return sql<{ type: string; data: Record<string, unknown> }[]>`
    SELECT type, data FROM notices WHERE integration_id IS NOT DISTINCT FROM ${integrationId}
    ORDER BY id`;
}

const typesTo = async (id: number | null) => (await noticesTo(id)).map(({ type }) => type);

/** Lets time pass for all episodes. */
async function pass(ms: number) {
  const by = `${ms} milliseconds`;
  await sql`UPDATE episodes SET opened_at = opened_at - ${by}::text::interval,
    last_true_at = last_true_at - ${by}::text::interval, told_at = told_at - ${by}::text::interval,
    closed_at = closed_at - ${by}::text::interval`;
}

it('makes no notice of the past when it runs for the first time on a database with a year of data', async () => {
  const { id, nombre } = await newIntegration({ saldo: 6_000n });
  const yearAgo = Date.now() - 365 * DAY_MS;
  const at = (n: number) => new Date(yearAgo + n * 7 * DAY_MS);
  await plantRecords(
    sql,
    Array.from({ length: 53 }, (_, n) => recordOf({ integrationId: id, createdAt: at(n) })),
  );
  await foldCounts(sql);
  await chargeOf(id);
  await act(setTariff, { nombre, tarifa: 7_000n });
  await notify();
  await watch();
  await notify();
  await watch();
  expect(await sql`SELECT count(*)::int AS n FROM notices`).toEqual([{ n: 0 }]);
  expect(await sql`SELECT kind, silent FROM episodes ORDER BY kind`).toEqual([
    { kind: 'balance.exhausted', silent: true },
    { kind: 'balance.low', silent: true },
  ]);
});

it('notifies of a low and an exhausted balance once, and of its end', async () => {
  const { id, nombre } = await newIntegration({ saldo: 20_000n });
  await sql`UPDATE integrations SET low_balance = 18000 WHERE id = ${id}`;
  await watch();
  expect(await typesTo(id)).toEqual([]);
  await chargeOf(id);
  await watch();
  await watch();
  expect(await noticesTo(id)).toEqual([
    {
      type: 'balance.low',
      data: { integration: nombre, available: '1.50', threshold: '1.80', days_left: 3 },
    },
  ]);
  for (let n = 0; n < 3; n += 1) await chargeOf(id);
  await watch();
  expect((await noticesTo(id))[1]).toEqual({
    type: 'balance.exhausted',
    data: { integration: nombre, available: '0.00', tariff: '0.50' },
  });
  expect(await typesTo(null)).toEqual(['balance.exhausted']);
  expect(await countByState(db, nombre)).toMatchObject({ exhausted: 1 });
  await act(topUp, { nombre, amount: 1_000_000n });
  await pass(HOUR_MS);
  await watch();
  expect((await typesTo(id)).slice(2)).toEqual(['balance.restored']);
});

it('leaves the threshold out of a low balance that only the days make low', async () => {
  const { id, nombre } = await newIntegration({ saldo: 20_000n });
  await sql`UPDATE integrations SET low_balance = 1000 WHERE id = ${id}`;
  await chargeOf(id);
  await watch();
  expect(await noticesTo(id)).toEqual([
    { type: 'balance.low', data: { integration: nombre, available: '1.50', days_left: 3 } },
  ]);
});

it('notifies of a cap once in its day, and again when it was raised and reached', async () => {
  const { id, nombre } = await newIntegration();
  await setLimits(nombre, { cap_day: '1.20' });
  await chargeOf(id);
  await watch();
  expect(await typesTo(id)).toEqual([]);
  await chargeOf(id);
  await watch();
  await watch();
  expect((await noticesTo(id)).at(-1)).toEqual({
    type: 'cap.reached',
    data: { integration: nombre, period: 'day', cap: '1.20' },
  });
  await setLimits(nombre, { cap_day: '1.70' });
  await watch();
  await chargeOf(id);
  await watch();
  expect((await noticesTo(id)).at(-1)?.data).toMatchObject({ cap: '1.70' });
});

it('notifies of a token that is used though it ends, at each step once', async () => {
  const { id, nombre } = await newIntegration();
  const [old] = await sql`SELECT id FROM credentials WHERE integration_id = ${id}`;
  await act(rotate, { nombre, overlapMs: 6 * DAY_MS, deployment: 'development' });
  await watch();
  expect(await typesTo(id)).toEqual([]);
  await chargeOf(id, { credentialId: old?.id });
  await watch();
  await watch();
  await sql`UPDATE credentials SET expires_at = now() + interval '2 hours' WHERE id = ${old?.id}`;
  await watch();
  expect(await typesTo(id)).toEqual(['token.ending', 'token.old_used']);
});

it('notifies of a source that is down after three minutes, and of its return once an answer shows it', async () => {
  const { id } = await newIntegration();
  const unasked = await newIntegration();
  const fail = () =>
    plantRecords(
      sql,
      [1, 2, 3].map(() =>
        recordOf({
          integrationId: id,
          lookup: 'rtu',
          ending: 'source_unavailable',
          status: 502,
          charged: 0n,
        }),
      ),
    );
  await fail();
  await watch();
  expect(await typesTo(id)).toEqual([]);
  await pass(3 * MINUTE_MS);
  await watch();
  expect(await noticesTo(id)).toEqual([{ type: 'source.down', data: { source: 'rtu' } }]);
  expect(await typesTo(unasked.id)).toEqual([]);
  expect(await typesTo(null)).toContain('source.down');
  // Nobody asks any more: nothing shows that it works.
  await sql`DELETE FROM query_records WHERE integration_id = ${id}`;
  await pass(HOUR_MS);
  await watch();
  expect(await typesTo(id)).toEqual(['source.down']);
  await plantRecords(sql, [recordOf({ integrationId: id, lookup: 'rtu', charged: 0n })]);
  await pass(HOUR_MS);
  await watch();
  expect(await typesTo(id)).toEqual(['source.down', 'source.up']);
});

it('notifies of the account that a lookup uses those who may ask it, also when another is chosen', async () => {
  const { id } = await newIntegration();
  const other = await newIntegration();
  await sql`UPDATE integrations SET is_cui_nit_enabled = (id = ${id}), is_rtu_enabled = (id <> ${id}),
    is_rtu_v2_enabled = (id <> ${id}) WHERE id IN (${id}, ${other.id})`;
  const failed = { ending: 'source_unavailable', status: 502, charged: 0n };
  await plantRecords(sql, [
    ...[1, 2, 3].map(() => recordOf({ integrationId: id, lookup: 'cui-nit', ...failed })),
    recordOf({ integrationId: other.id, lookup: 'rtu-v2', charged: 0n }),
  ]);
  const infile = { CUI_NIT_SOURCE: 'infile' };
  const { sources } = await readHealth(db, chosenIn(infile));
  expect(sources.filter(({ state }) => state === 'down').map(({ source }) => source)).toEqual([
    'infileNit',
  ]);
  await watch(infile);
  await pass(3 * MINUTE_MS);
  await watch(infile);
  expect(await noticesTo(id)).toEqual([{ type: 'source.down', data: { source: 'infileNit' } }]);
  expect((await noticesTo(null)).at(-1)?.data).toEqual({ source: 'infileNit' });
  await sql`DELETE FROM query_records WHERE integration_id = ${id}`;
  await pass(HOUR_MS);
  await watch();
  expect(await typesTo(id)).toEqual(['source.down', 'source.up']);
  expect(await typesTo(other.id)).toEqual([]);
});

it('notifies the staff alone of problems that the checks of the ledger found', async () => {
  await sql`
    INSERT INTO task_runs (name, started_at, result)
    VALUES ('ledger_verify', now(), '{"problems": [{}, {}]}')
    ON CONFLICT (name) DO UPDATE SET result = excluded.result`;
  await watch();
  expect((await noticesTo(null)).at(-1)).toEqual({ type: 'ledger.problem', data: { problems: 2 } });
});

it('notifies of each change of an audit row once, without reasons or names', async () => {
  const { id, nombre } = await newIntegration();
  const queryId = await chargeOf(id);
  await notify();
  const before = await typesTo(id);
  const reason = 'secreto del equipo';
  const switches = { is_rtu_enabled: false, suspended: true };
  await act(setIntegration, { nombre, switches, limits: { cap_day: '5.00' }, reason });
  await act(setIntegration, { nombre, switches: { suspended: false } });
  await act(rotate, { nombre, overlapMs: HOUR_MS, deployment: 'development' });
  await act(endOverlap, { nombre });
  await act(setTariff, { nombre, tarifa: 6_000n });
  await act(scheduleTariff, { nombre, tarifa: 8_000n, from: new Date(Date.now() + DAY_MS) });
  await act(cancelTariff, { nombre });
  await act(requestRefund, { nombre, queryId, nota: reason });
  await act(refund, { nombre, queryId, nota: reason });
  await notify();
  await notify();
  const made = (await noticesTo(id)).slice(before.length);
  expect(made.map(({ type }) => type)).toEqual([
    'lookup.disabled',
    'integration.suspended',
    'limits.changed',
    'integration.resumed',
    'token.rotated',
    'token.ended',
    'tariff.changed',
    'tariff.scheduled',
    'tariff.cancelled',
    'refund.made',
  ]);
  expect(made.at(-1)?.data).toEqual({ integration: nombre, query_id: queryId, amount: '0.50' });
  expect(await typesTo(null)).toContain('refund.requested');
  expect(JSON.stringify(await sql`SELECT data FROM notices`)).not.toContain('secreto');
});

it('notifies the integrations that have a target of an incident, once for each update', async () => {
  const { id } = await newIntegration();
  const other = await newIntegration();
  await sql`INSERT INTO notice_targets (integration_id, channel, address, state, created_by)
    VALUES (${id}, 'email', 'ana@example.gt', 'active', 'tests')`;
  await notify();
  const opened = await act(openIncident, {
    kind: 'incident',
    title: 'Corte',
    lookups: ['rtu'],
    impact: 'minor',
    text: 'Revisamos.',
  } as const);
  await act(updateIncident, { id: opened, state: 'resolved', text: 'Listo.' } as const);
  await notify();
  await notify();
  const made = (await noticesTo(id)).filter(({ type }) => type === 'incident.posted');
  expect(made.map(({ data }) => data)).toEqual([
    { title: 'Corte', state: 'investigating' },
    { title: 'Corte', state: 'resolved' },
  ]);
  expect(await typesTo(other.id)).not.toContain('incident.posted');
  const [delivery] = await sql`SELECT count(*)::int AS n FROM notice_deliveries`;
  expect(delivery).toEqual({ n: 2 });
});

it('notifies the staff of a field of a source that stopped, until it is back', async () => {
  const record = { nit: '1', nombre: 'A', tiene_incumplimientos: false };
  const { nombre: _gone, ...changed } = record;
  const open = () => sql`SELECT subject FROM episodes
    WHERE kind = 'source.shape' AND closed_at IS NULL`;
  await answered(sql, 'omisos', record, 250);
  await watch();
  const before = (await noticesTo(null)).length;
  await answered(sql, 'omisos', changed, 60);
  await watch();
  await watch();
  const since = expect.any(String);
  expect((await noticesTo(null)).slice(before)).toEqual([
    { type: 'source.shape', data: { lookup: 'omisos', field: 'nombre', since } },
  ]);
  expect(await open()).toHaveLength(1);
  await answered(sql, 'omisos', record, 1);
  await watch();
  expect(await open()).toEqual([]);
});
