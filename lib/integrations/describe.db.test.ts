import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '@/db/schema/index';
import type { RejectionCode } from '@/lib/access/rejection';
import { recordOf } from '@/lib/base/values/record';
import { sharedDatabase } from '@/testing/database';
import { describeIntegration, findDescription } from './describe';
import { DETAIL_NAMES, type Description } from './description';

const { db, newIntegration, act } = sharedDatabase();
const NOTHING: Description = { ...recordOf(DETAIL_NAMES, () => null), low_balance: null };
const KNOWN: Description = {
  ...NOTHING,
  contact_name: 'Ana Pérez',
  contact_email: 'Ana.Perez@vendor.example',
  contact_phone: '+502 5555 0100',
  notes: 'Llamar por la tarde.\nFactura a fin de mes.',
  low_balance: 505_000n,
};

function keep(nombre: string, description: Description, expected?: number) {
  return act(describeIntegration, { nombre, ...description, expected });
}

async function newestAudit(integrationId: number) {
  const [row] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.integrationId, integrationId))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return { action: row?.action, before: row?.before, after: row?.after };
}

it('keeps what was written, tidied, and audits only what changed', async () => {
  const { id, nombre } = await newIntegration();
  expect(await findDescription(db, id)).toEqual(NOTHING);
  const untidy = { ...KNOWN, contact_name: '  Ana Pérez ' };
  expect(await keep(nombre, untidy)).toBe(2);
  expect(await findDescription(db, id)).toEqual(KNOWN);
  const fewer = { ...KNOWN, contact_phone: null, low_balance: null };
  expect(await keep(nombre, { ...fewer, contact_phone: ' ' })).toBe(3);
  expect(await findDescription(db, id)).toEqual(fewer);
  expect(await newestAudit(id)).toEqual({
    action: 'integration.describe',
    before: { contact_phone: '+502 5555 0100', low_balance: '50.50' },
    after: { contact_phone: null, low_balance: null },
  });
});

it('leaves neither a version nor an audit row when nothing is different', async () => {
  const { id, nombre } = await newIntegration();
  expect(await keep(nombre, { ...NOTHING, notes: '   ' })).toBe(1);
  expect(await newestAudit(id)).toMatchObject({ action: 'billing.top_up' });
});

it('does not write over what somebody else changed meanwhile', async () => {
  const { id, nombre } = await newIntegration();
  await keep(nombre, KNOWN);
  const late = keep(nombre, { ...KNOWN, notes: 'Otra cosa.' }, 1);
  await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await findDescription(db, id)).toEqual(KNOWN);
});

const refused: readonly [string, Partial<Description>, RejectionCode][] = [
  ['an e-mail address that is none', { contact_email: 'ana at vendor' }, 'email_invalid'],
  ['a name that is too long', { contact_name: 'a'.repeat(121) }, 'text_too_long'],
  ['notes that are too long', { notes: 'a'.repeat(2_001) }, 'text_too_long'],
  ['a threshold of zero', { low_balance: 0n }, 'amount_invalid'],
  ['a threshold below zero', { low_balance: -1n }, 'amount_invalid'],
];

it.each(refused)('refuses %s', async (_what, wrong, code) => {
  const { id, nombre } = await newIntegration();
  await expect(keep(nombre, { ...KNOWN, ...wrong })).rejects.toMatchObject({ code });
  expect(await findDescription(db, id)).toEqual(NOTHING);
});
