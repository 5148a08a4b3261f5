import { expect, it } from 'vitest';
import { chosenIn } from '@/lib/base/env/source-settings';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import { setTariff } from '@/lib/billing/tariffs';
import { openIncident, updateIncident } from '@/lib/incidents/post';
import { setIntegration } from '@/lib/integrations/set';
import { foldCounts } from '@/lib/statistics/fold';
import { readHealth } from '@/lib/statistics/health';
import { answered } from '@/testing/answered';
import { ownDatabase } from '@/testing/database';
import { passEpisodes } from '@/testing/notices';
import { plantRecords, recordOf } from '@/testing/records';
import { detect, notifyOfAuditRows } from './detect';

const { db, sql, newIntegration, act, chargeOf } = await ownDatabase();
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

const pass = (ms: number) => passEpisodes(sql, ms);

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

it('leaves the threshold out of a low balance that only the days make low', async () => {
  const { id, nombre } = await newIntegration({ saldo: 20_000n });
  await sql`UPDATE integrations SET low_balance = 1000 WHERE id = ${id}`;
  await chargeOf(id);
  await watch();
  expect(await noticesTo(id)).toEqual([
    { type: 'balance.low', data: { integration: nombre, available: '1.50', days_left: 3 } },
  ]);
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

it('notifies of each part of one change once', async () => {
  const { id, nombre } = await newIntegration();
  await notify();
  const switches = { is_rtu_enabled: false, suspended: true };
  const limits = { cap_day: '5.00' };
  await act(setIntegration, { nombre, switches, limits, reason: 'Mora' });
  await notify();
  await notify();
  expect(await typesTo(id)).toEqual(['lookup.disabled', 'integration.suspended', 'limits.changed']);
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
  await answered(sql, 'omisos', { nombre: null, representantes: [] }, 300);
  await watch();
  const before = (await noticesTo(null)).length;
  expect(await open()).toEqual([]);
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
