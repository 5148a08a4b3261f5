import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '@/db/schema/index';
import { sharedDatabase } from '@/testing/database';
import { findIntegration } from './find';
import { type Switches, setIntegration } from './set';

const { db, newIntegration, act, setLimits } = sharedDatabase();
function set(nombre: string, switches: Partial<Switches>, expected?: number) {
  const reason = switches.suspended ? 'unpaid' : undefined;
  return act(setIntegration, { nombre, switches, expected, reason });
}

async function trail(integrationId: number) {
  const rows = await db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.integrationId, integrationId))
    .orderBy(desc(auditLog.id));
  return rows.filter(({ action }) => action === 'integration.set');
}

it('changes only the given settings, and audits only the differences', async () => {
  const { id, nombre } = await newIntegration();
  const flags = { is_rtu_enabled: false, is_renap_enabled: true };
  expect(await set(nombre, { ...flags, receipts_enabled: true, suspended: false })).toBe(2);
  expect(await findIntegration(db, nombre)).toMatchObject({
    is_renap_enabled: true,
    is_rtu_enabled: false,
    is_omisos_enabled: true,
    receipts_enabled: true,
    suspendedAt: null,
    version: 2,
  });
  expect(await set(nombre, { suspended: true })).toBe(3);
  const { suspendedAt } = await findIntegration(db, nombre);
  expect(suspendedAt).toBeInstanceOf(Date);
  expect(
    await act(setIntegration, { nombre, switches: { receipts_enabled: false, suspended: true } }),
  ).toBe(4);
  expect((await findIntegration(db, nombre)).suspendedAt).toEqual(suspendedAt);
  expect(await trail(id)).toEqual([
    {
      action: 'integration.set',
      before: { receipts_enabled: true },
      after: { receipts_enabled: false },
    },
    {
      action: 'integration.set',
      before: { suspended: false },
      after: { suspended: true, reason: 'unpaid' },
    },
    {
      action: 'integration.set',
      before: { is_rtu_enabled: true, receipts_enabled: false },
      after: { is_rtu_enabled: false, receipts_enabled: true },
    },
  ]);
});

it('writes no audit row without a change, and refuses an outdated version', async () => {
  const { id, nombre } = await newIntegration();
  expect(await set(nombre, { is_rtu_enabled: true, receipts_enabled: false })).toBe(1);
  await set(nombre, { receipts_enabled: true });
  const late = set(nombre, { suspended: true }, 1);
  await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await trail(id)).toHaveLength(1);
});

it('stores limits in one spelling, audits their differences, and refuses what is no limit', async () => {
  const { id, nombre } = await newIntegration();
  const limits = { limit_rtu: ' 7 ', trusted_networks: '192.0.2.7,2001:DB8::/32' };
  await setLimits(nombre, limits);
  await setLimits(nombre, { ...limits, limit_catalogos: '90' });
  await setLimits(nombre, { limit_rtu: '', limit_catalogos: '90', cap_day: '' });
  const networks = '192.0.2.7/32, 2001:db8::/32';
  expect(await findIntegration(db, nombre)).toMatchObject({
    limit_renap: null,
    limit_rtu: null,
    limit_catalogos: 90,
    trusted_networks: networks,
  });
  expect(await trail(id)).toMatchObject([
    { before: { limit_rtu: '7' }, after: { limit_rtu: null } },
    { before: { limit_catalogos: null }, after: { limit_catalogos: '90' } },
    {
      before: { limit_rtu: null, trusted_networks: null },
      after: { limit_rtu: '7', trusted_networks: networks },
    },
  ]);
  for (const wrong of ['0', '-1', '1.5', '1e3', 'many', '123456789']) {
    const setting = setLimits(nombre, { limit_renap: wrong });
    await expect(setting).rejects.toMatchObject({ code: 'limit_invalid' });
  }
  const setting = setLimits(nombre, { trusted_networks: '192.0.2.0/33' });
  await expect(setting).rejects.toMatchObject({ code: 'networks_invalid' });
});

it('suspends nobody without a reason', async () => {
  const { nombre } = await newIntegration();
  const silent = act(setIntegration, { nombre, switches: { suspended: true }, reason: ' ' });
  await expect(silent).rejects.toMatchObject({ code: 'reason_required' });
  expect((await findIntegration(db, nombre)).suspendedAt).toBeNull();
});
