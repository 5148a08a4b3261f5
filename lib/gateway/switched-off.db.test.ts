import { beforeEach, expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { metricsText } from '@/lib/base/telemetry/metrics';
import { HOUR_MS } from '@/lib/base/time/time';
import { type NewIncident, switchOff, switchOn, updateIncident } from '@/lib/incidents/post';
import { readSwitchedOff } from '@/lib/incidents/switched-off';
import { omisos } from '@/lib/sources/omisos';
import { renap } from '@/lib/sources/renap';
import { rtu } from '@/lib/sources/rtu';
import { accountOf, recordsOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, db, sql, act, newIntegration } = await ownDatabase();
let asked = 0;
const source = await startRawSource((_request, response) => {
  asked += 1;
  response.end('{"exito":true,"responseCode":0,"datos":{},"registros":[]}');
});
const off = (changes: Partial<NewIncident> = {}) =>
  act<NewIncident, number>(switchOff, {
    kind: 'incident',
    title: 'Migración de la fuente',
    lookups: ['omisos', 'renap'],
    impact: 'minor',
    text: 'Sin consultas por una hora.',
    ...changes,
  });

beforeEach(async () => {
  await sql`UPDATE incidents SET resolved_at = starts_at WHERE resolved_at IS NULL`;
});

it('a lookup that is switched off answers as its unavailable source, uncharged and unrecorded', async () => {
  const id = await off();
  const test = openTestGateway(databaseUrl, source.url);
  await expect.poll(() => test.gateway.switches.off.size).toBe(2);
  const as = await newIntegration();

  const catalog = await test.ask(omisos, as, { nit: '1' });
  expect(catalog.status).toBe(502);
  expect(JSON.parse(String(catalog.body))).toEqual({
    message: 'El servicio de consultas no esta disponible en este momento.',
  });
  const registry = await test.ask(renap, as, { cui: '1' });
  expect(registry.status).toBe(500);
  expect(JSON.parse(String(registry.body))).toEqual({
    error: 'The registry could not be queried.',
  });
  expect((await test.ask(omisos, as, {})).status).toBe(400);
  expect(asked).toBe(0);
  expect(await recordsOf(sql, as.id)).toEqual([]);
  expect(await accountOf(sql, as.id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
  expect((await test.ask(rtu, as, { nits: ['1'] })).status).toBe(200);

  expect(await metricsText([await test.gateway.metrics.read()])).toContain(
    'pasarela_lookup_switched_off{lookup="omisos"} 1',
  );
  const [row] = await listAudit(db, { actions: ['incident.switch_off'] }, 1);
  expect(row).toMatchObject({ target: String(id), after: { switchedOff: ['omisos', 'renap'] } });

  const ended = { id, state: 'resolved', text: 'Listo.' } as const;
  await expect(act(updateIncident, ended)).rejects.toMatchObject({ code: 'incident_switches_on' });
  await act(updateIncident, { id, state: 'monitoring', text: 'Casi.' });
  expect((await readSwitchedOff(sql)).size).toBe(2);
  await act(switchOn, ended);
  expect((await listAudit(db, {}, 1))[0]).toMatchObject({
    action: 'incident.switch_off',
    target: String(id),
    before: { switchedOff: ['omisos', 'renap'] },
    after: { switchedOff: [] },
  });
  await expect.poll(() => test.gateway.switches.off.size, { timeout: 20_000 }).toBe(0);
  expect((await test.ask(omisos, as, { nit: '1' })).status).toBe(200);
});

it('maintenance switches off from its start until somebody completes it', async () => {
  const now = Date.now();
  const hours = (n: number) => new Date(now + n * HOUR_MS);
  const planned = { kind: 'maintenance', lookups: ['rtu'] } as const;
  await off({ ...planned, startsAt: hours(1), endsAt: hours(2) });
  expect(await readSwitchedOff(sql)).toEqual(new Map());
  const id = await off({ ...planned, startsAt: hours(-2), endsAt: hours(-1) });
  expect(await readSwitchedOff(sql)).toEqual(new Map([['rtu', 'Migración de la fuente']]));
  await act(switchOn, { id, state: 'completed', text: 'Listo.' });
  expect(await readSwitchedOff(sql)).toEqual(new Map());
});
