import { expect, it } from 'vitest';
import { auditLog } from '@/db/schema/index';
import { sharedDatabase } from '@/testing/database';
import { randomLetters } from '@/testing/random';
import { type AuditFilter, listAudit } from './list';

const { db } = sharedDatabase();
it('narrows the log by person, action, target, address and time, the newest first', async () => {
  const some = randomLetters();
  const row = (action: string, day: number, more: object = {}) => ({
    actor: `ana-${some}`,
    action,
    target: `one-${some}`,
    at: new Date(Date.UTC(2026, 0, day, 12)),
    address: '192.0.2.1',
    ...more,
  });
  await db
    .insert(auditLog)
    .values([
      row('integration.create', 1),
      row('billing.top_up', 2, { address: `198.51.100.7-${some}` }),
      row('integration.describe', 3, { target: `two-${some}` }),
      row('integration.set', 4, { actor: `bea-${some}` }),
    ]);
  const days = async (filter: AuditFilter, limit = 9) =>
    (await listAudit(db, filter, limit)).map(({ at }) => at.getUTCDate());
  const actor = `ana-${some}`;
  expect(await days({ actor })).toEqual([3, 2, 1]);
  expect(await days({ actor }, 2)).toEqual([3, 2]);
  expect(await days({ target: `one-${some}` })).toEqual([4, 2, 1]);
  expect(await days({ target: `one-${some}`, action: 'integration.set' })).toEqual([4]);
  expect(await days({ address: `198.51.100.7-${some}` })).toEqual([2]);
  const noon = new Date(Date.UTC(2026, 0, 2, 12));
  expect(await days({ actor, since: noon })).toEqual([3, 2]);
  expect(await days({ actor, until: noon })).toEqual([1]);
  const [newest] = await listAudit(db, { actor }, 1);
  expect(await days({ actor, before: newest?.id })).toEqual([2, 1]);
});
