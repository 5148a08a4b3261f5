import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { SLOW_APPLICATION } from '@/lib/console/session/slow-list';
import { NO_LIMITS } from '@/testing/harness';
import { asOwner } from '@/testing/postgres';
import { plantRecords, recordOf } from '@/testing/records';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { signIn } from '@/testing/signed-in';

const variables = { ...NO_LIMITS, LIMIT_PAGES: '100000' };
const harness = await sharedHarness(variables, await partsWithDatabase());
const app = await harness.startApp();
const sql = connectSql(harness.databaseUrl, { max: 1 });
afterAll(() => sql.end({ timeout: 5 }));

const LIST = '/console/queries?charged=repeated&period=24h';
const AT_ONCE = 12;

/** Makes each record that is read take a tenth of a second. */
async function slowDown(): Promise<void> {
  const createdAt = new Date(Date.now() - 60_000);
  await plantRecords(
    sql,
    Array.from({ length: 60 }, () => recordOf({ createdAt, identifierKeys: [7n] })),
  );
  await sql`UPDATE query_records SET repeated = true`;
  await asOwner(
    harness.databaseUrl,
    'ALTER TABLE query_records ENABLE ROW LEVEL SECURITY',
    'CREATE POLICY slow ON query_records USING (pg_sleep(0.1) IS NOT NULL)',
  );
}

it('Twelve slow lists of one session say how to narrow them, and leave the pages of others alone', async () => {
  const [one, other] = await Promise.all([
    signIn(app.url, harness.databaseUrl, 'admin'),
    signIn(app.url, harness.databaseUrl, 'admin'),
  ]);
  const open = async (path: string, { cookie }: typeof one) => {
    const answer = await fetch(`${app.url}${path}`, { headers: { cookie }, redirect: 'manual' });
    return { status: answer.status, text: await answer.text() };
  };
  await open(LIST, one);
  await slowDown();
  let reading = true;
  const lists = Promise.all(Array.from({ length: AT_ONCE }, () => open(LIST, one))).finally(() => {
    reading = false;
  });
  const atOnce: number[] = [];
  while (reading) {
    const [row] = await sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE application_name = ${SLOW_APPLICATION} AND wait_event = 'PgSleep'`;
    atOnce.push(row?.count ?? 0);
    const page = await open('/console/users', other);
    expect(page.status).toBe(200);
  }
  expect(Math.max(...atOnce)).toBe(1);
  const narrowed = /Hay demasiadas consultas|La consola ya está leyendo|La gráfica no se pudo/;
  for (const page of await lists) {
    // The last ones may wait too long for the turn of their session.
    if (page.status === 503) expect(page.text).toContain('Las páginas están ocupadas');
    else expect([page.status, page.text]).toEqual([200, expect.stringMatching(narrowed)]);
  }
});
