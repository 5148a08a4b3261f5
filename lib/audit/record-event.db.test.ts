import { expect, it } from 'vitest';
import { ownDatabase } from '@/testing/database';
import { listAudit } from './list';
import { recordRelease } from './record-event';

const { db } = await ownDatabase();

it('leaves one row when a release begins to serve, also after going back', async () => {
  const upgrade = Array.from({ length: 20 }, () => '1.0.0 (b)');
  await recordRelease(db, '1.0.0 (a)');
  await Promise.all(upgrade.map((release) => recordRelease(db, release)));
  await recordRelease(db, '1.0.0 (a)');
  await recordRelease(db, '1.0.0 (a)');
  const rows = await listAudit(db, { action: 'release.serve' }, 50);
  expect(rows.map(({ target }) => target)).toEqual(['1.0.0 (a)', '1.0.0 (b)', '1.0.0 (a)']);
  expect(rows[0]).toMatchObject({ actor: 'pasarela', address: null });
});
