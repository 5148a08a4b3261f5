import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { auditLog } from '@/db/schema/index';
import { scheduleTariff } from '@/lib/billing/tariffs';
import { requireSecondFactor } from '@/lib/users/administer';
import { runPasarelaOn } from '@/testing/command';
import { ownDatabase } from '@/testing/database';
import { act, createTestIntegration, setLimits } from '@/testing/integration';

const from = await ownDatabase();
const to = await ownDatabase();
const folder = await mkdtemp(join(tmpdir(), 'pasarela-config-'));
const file = join(folder, 'config.json');

afterAll(() => rm(folder, { recursive: true }));

function config({ databaseUrl }: { databaseUrl: string }, ...args: string[]) {
  return runPasarelaOn(databaseUrl, 'config', ...args);
}

it('moves settings to another environment, once, with an audit row for each change', async () => {
  const whole = await createTestIntegration(from.databaseUrl, {
    tarifa: 7_500n,
    switches: { suspended: true, receipts_enabled: true, is_rtu_enabled: false },
  });
  await setLimits(from.db, whole.nombre, { cap_day: '50', trusted_networks: '192.0.2.0/24' });
  const next = { tarifa: 9_000n, from: new Date(Date.now() + 86_400_000) };
  await act(from.db, scheduleTariff, { nombre: whole.nombre, ...next });
  await act(from.db, requireSecondFactor, { role: 'soporte', required: true });
  const exported = await config(from, 'export');
  expect(exported.out).not.toContain(whole.token.slice(0, 12));
  await writeFile(file, exported.out);

  const plan = await config(to, 'apply', file, '--plan');
  expect(plan.out).toContain(`integration ${whole.nombre}: cap_day null -> "50.00"\n`);
  expect(plan.out).toContain('role soporte: second_factor false -> true\n');
  expect(await to.db.select().from(auditLog)).toEqual([]);

  const applied = await config(to, 'apply', file, '--json');
  const { changes, tokens } = JSON.parse(applied.out);
  expect(changes).toHaveLength(plan.out.trim().split('\n').length);
  expect(Object.keys(tokens)).toEqual([whole.nombre]);
  expect((await config(to, 'export')).out).toBe(exported.out);
  const audited = await to.db.select({ action: auditLog.action }).from(auditLog);
  expect(audited.map(({ action }) => action)).toEqual([
    'integration.create',
    'integration.set',
    'billing.set_tariff',
    'billing.schedule_tariff',
    'user.require_second_factor',
  ]);

  expect((await config(to, 'apply', file)).out).toBe('Nothing to change.\n');
  expect(await to.db.$count(auditLog)).toBe(audited.length);
});

it('changes only what the file names, and cancels a scheduled tariff', async () => {
  const { nombre } = await createTestIntegration(to.databaseUrl, { tarifa: 5_000n });
  const next = { tarifa: 9_000n, from: new Date(Date.now() + 86_400_000) };
  await act(to.db, scheduleTariff, { nombre, ...next });
  const integrations = { [nombre.toUpperCase()]: { tarifa: '0.5', scheduled: null } };
  await writeFile(file, JSON.stringify({ integrations }));
  const { out } = await config(to, 'apply', file, '--json');
  expect(JSON.parse(out).changes).toEqual([
    expect.objectContaining({ name: nombre, setting: 'scheduled', after: null }),
  ]);
});

it('changes nothing when one change is refused, and says why', async () => {
  const { nombre } = await createTestIntegration(to.databaseUrl);
  const before = (await config(to, 'export')).out;
  const scheduled = { tarifa: '1.00', from: '2020-01-01T00:00:00.000Z' };
  const integrations = { [nombre]: { is_rtu_enabled: false, scheduled } };
  await writeFile(file, JSON.stringify({ integrations }));
  expect(await config(to, 'apply', file)).toMatchObject({
    code: 1,
    err: 'pasarela: The instant must be in the future, within two years.\n',
  });
  expect((await config(to, 'export')).out).toBe(before);
});

it.each([
  ['an unknown setting', { integrations: { one: { is_rtu_enable: true } } }, /is_rtu_enable/],
  ['a limit that cannot be read', { integrations: { one: { cap_day: 'much' } } }, /valid limit/],
  ['a role that does not exist', { roles: { manager: { second_factor: true } } }, /manager/],
])('refuses %s', async (_, value, why) => {
  await writeFile(file, JSON.stringify(value));
  const { code, err } = await config(to, 'apply', file);
  expect(code).toBe(1);
  expect(err).toMatch(why);
});
