import { desc, eq } from 'drizzle-orm';
import { afterAll, expect, inject, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import { createTestIntegration, testAdministrator } from '@/testing/integration';
import { findIntegration } from './find';
import { type IntegrationChange, updateIntegration } from './update';

const databaseUrl = inject('databaseUrl');
const db = connectDatabase(databaseUrl, { max: 2 });
afterAll(() => db.$client.end({ timeout: 5 }));

async function update(nombre: string, change: IntegrationChange, version?: number) {
  return db.transaction(async (tx) => {
    const found = await findIntegration(tx, nombre);
    const shown = { ...found, version: version ?? found.version };
    return updateIntegration(tx, testAdministrator, shown, change);
  });
}

async function trail(integrationId: number) {
  const rows = await db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.integrationId, integrationId))
    .orderBy(desc(auditLog.id));
  return rows.filter(({ action }) => action === 'integration.update');
}

it('changes what is asked for, leaves the rest, and audits the difference alone', async () => {
  const { id, nombre } = await createTestIntegration(databaseUrl);
  const flags = { is_rtu_enabled: false, is_renap_enabled: true };
  expect(await update(nombre, { flags, receipts: true, suspended: false })).toBe(2);
  expect(await findIntegration(db, nombre)).toMatchObject({
    is_renap_enabled: true,
    is_rtu_enabled: false,
    is_omisos_enabled: true,
    receiptsEnabled: true,
    suspendedAt: null,
    version: 2,
  });
  expect(await update(nombre, { suspended: true })).toBe(3);
  const { suspendedAt } = await findIntegration(db, nombre);
  expect(suspendedAt).toBeInstanceOf(Date);
  expect(await update(nombre, { receipts: false, suspended: true })).toBe(4);
  expect((await findIntegration(db, nombre)).suspendedAt).toEqual(suspendedAt);
  expect(await trail(id)).toEqual([
    {
      action: 'integration.update',
      before: { receipts_enabled: true },
      after: { receipts_enabled: false },
    },
    { action: 'integration.update', before: { suspended: false }, after: { suspended: true } },
    {
      action: 'integration.update',
      before: { is_rtu_enabled: true, receipts_enabled: false },
      after: { is_rtu_enabled: false, receipts_enabled: true },
    },
  ]);
});

it('leaves no trace when nothing is different, and refuses what is out of date', async () => {
  const { id, nombre } = await createTestIntegration(databaseUrl);
  expect(await update(nombre, { flags: { is_rtu_enabled: true }, receipts: false })).toBe(1);
  await update(nombre, { receipts: true });
  const late = update(nombre, { suspended: true }, 1);
  await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await trail(id)).toHaveLength(1);
});
