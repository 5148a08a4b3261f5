import { sql as query } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { foldCounts } from '@/lib/statistics/fold';
import { ownDatabase } from '@/testing/database';
import { plantRecords, recordOf } from '@/testing/records';
import { fillEndings } from './fill-endings';

const { db, sql } = await ownDatabase();

/** How many rows of each table have no ending. */
async function unfilled() {
  const [row] = await db.execute(query`
    SELECT (SELECT count(*)::int FROM query_records WHERE ending IS NULL) AS records,
      (SELECT count(*)::int FROM query_counts WHERE ending IS NULL) AS counts`);
  return row;
}

it('fills what the release before wrote, slice by slice, and goes on where it ended', async () => {
  const now = Date.now();
  const day = (ago: number) => ({ createdAt: new Date(now - ago * 86_400_000), charged: 0n });
  await plantRecords(sql, [
    recordOf({ ...day(40), lookup: 'renap', status: 503 }),
    recordOf({ ...day(40), lookup: 'renap', status: 404 }),
    recordOf({ ...day(3), outcome: 'found_partial' }),
    recordOf({ ...day(1), outcome: 'source_denied', status: 403 }),
  ]);
  await foldCounts(sql);
  await sql`UPDATE query_counts SET ending = NULL, responsible = NULL`;
  await sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    VALUES (now(), 0, '', 'rtu', 'source_unavailable', 2)`;

  const first = await fillEndings(db, undefined);
  expect(first).toMatchObject({ recordsFilled: 4, nextPage: 0 });
  expect(await unfilled()).toEqual({ records: 0, counts: 0 });
  const filled =
    await sql`SELECT ending, responsible FROM query_records ORDER BY created_at, status`;
  expect(filled.map(({ ending, responsible }) => [ending, responsible])).toEqual([
    ['passed_on', 'nobody'],
    ['passed_on', 'source'],
    ['partial', 'nobody'],
    ['source_denied', 'ours'],
  ]);
  expect(await sql`SELECT reason, refusals FROM refusal_counts`).toEqual([
    { reason: 'out_of_time', refusals: 2 },
  ]);
  expect(await fillEndings(db, { ...first })).toMatchObject({ recordsFilled: 0 });
});
