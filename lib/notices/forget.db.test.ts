import { expect, it } from 'vitest';
import { DAY_MS } from '@/lib/base/time/time';
import { ownDatabase } from '@/testing/database';
import { addNotices, noticeOf } from './add';
import { keepEpisodes } from './episodes';
import { forgetNotices } from './forget';

const { db, sql, newIntegration } = await ownDatabase();

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

it('forgets notices with their deliveries after 30 days, and episodes 400 days after their end', async () => {
  const { id, nombre } = await newIntegration();
  await sql`INSERT INTO notice_targets (integration_id, channel, address, state, created_by)
    VALUES (${id}, 'email', 'ana@example.gt', 'active', 'tests')`;
  const added = [31, 29].map((days) =>
    noticeOf(
      'integration.resumed',
      { integration: nombre },
      { integrationId: id, occurredAt: ago(days), source: `test:${days}` },
    ),
  );
  await db.transaction((tx) => addNotices(tx, added));
  const keep = (kind: string, days: number, isTrue: boolean) =>
    db.transaction((tx) => {
      const conditions = isTrue ? [{ subject: 'a', data: {} }] : [];
      return keepEpisodes(tx, kind, {}, conditions, { at: ago(days) });
    });
  for (const [kind, days] of [
    ['old', 401],
    ['recent', 399],
  ] as const) {
    await keep(kind, days + 1, true);
    await keep(kind, days, false);
  }
  await keep('open', 900, true);

  expect(await forgetNotices(db)).toBe(3);
  expect(await sql`SELECT source FROM notices`).toEqual([{ source: 'test:29' }]);
  expect(await sql`SELECT count(*)::int AS n FROM notice_deliveries`).toEqual([{ n: 1 }]);
  expect(await sql`SELECT kind FROM episodes ORDER BY kind`).toEqual([
    { kind: 'open' },
    { kind: 'recent' },
  ]);
});
