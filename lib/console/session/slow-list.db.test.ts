import { sql as text } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import * as schema from '@/db/schema/index';
import { Slots } from '@/lib/base/process/slots';
import { DAY_MS } from '@/lib/base/time/time';
import { pageOfQueries } from '@/lib/console/views/query-list';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { markRepeatedCharges } from '@/lib/recording/repeated-charges';
import type { RecordCursor } from '@/lib/recording/search';
import { readSession } from '@/lib/users/sessions';
import { ownDatabase } from '@/testing/database';
import { asOwner } from '@/testing/postgres';
import { countsOf } from '@/testing/records';
import { createTestUser, signedIn } from '@/testing/users';
import { openSlowLists, readList } from './slow-list';

const { db, sql, databaseUrl } = await ownDatabase();
const vault = new IdentifierVault(['only-for-tests-0123456789-0123456789']);
const impatient = connectDatabase(databaseUrl, { statementTimeoutMs: 50 });
afterAll(() => impatient.$client.end({ timeout: 5 }));

/** The index of repeated charges does not order those of a lookup. */
const repeated = { charged: true, repeated: true, lookup: 'rtu' } as const;
const limits = { max: 3, maxPerKey: 2, maxWaiting: 10, waitMs: 10_000 };
const [ana, eva] = [{ userId: 1 }, { userId: 2 }];

function listsOf(changes: Partial<typeof limits> = {}) {
  return { db, slowLists: { db: impatient, slots: new Slots({ ...limits, ...changes }) } };
}

describe('a list that neither an index nor the counts serve', () => {
  it('is read whole, page by page and in steps', async () => {
    const now = new Date();
    // Every 100th query asks again for what the one before asked for.
    await sql`
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
        responsible, duration_ms, source_ms, charged, identifier_keys, request_id, created_at)
      SELECT gen_random_uuid(), 1, 1, 'rtu', 'completada', 200, 'passed_on', 'nobody', 9, 9,
        5000, ARRAY[i - (i % 100 = 0)::int], 'r' || i, ${now}::timestamptz - i * interval '1 second'
      FROM generate_series(1, 20000) i`;
    await sql.unsafe(countsOf('true'));
    await markRepeatedCharges(db, undefined);
    await asOwner(databaseUrl, 'ANALYZE query_records');
    const span = { from: new Date(now.getTime() - DAY_MS), to: now };
    const found: string[] = [];
    const searched: (Date | undefined)[] = [];
    let before: RecordCursor | undefined;
    do {
      const page = await pageOfQueries(db, { filter: repeated, span, before }, 60, vault);
      found.push(...page.rows.map(({ requestId }) => requestId));
      searched.push(page.searchedTo);
      before = page.next;
    } while (before !== undefined);
    const paidAgain = Array.from({ length: 200 }, (_, at) => `r${100 * (at + 1) - 1}`);
    expect(found).toEqual(paidAgain);
    expect(searched.at(-1)).toBeUndefined();
  });

  it('ends at its time limit, which other lists do not have', async () => {
    const slow = () =>
      readList(listsOf(), repeated, ana, (own) => own.execute(text`SELECT pg_sleep(1)`));
    expect(await slow()).toBe('too_slow');
    const other = await readList(listsOf(), { lookup: 'rtu' }, ana, async (own) => own === db);
    expect(other).toBe(true);
    const opened = openSlowLists(databaseUrl);
    expect(await opened.db.execute(text`SHOW statement_timeout`)).toEqual([
      { statement_timeout: '1s' },
    ]);
    await opened.db.$client.end();
  });

  it('passes on every other failure', async () => {
    const failing = () =>
      readList(listsOf(), repeated, ana, (own) => own.execute(text`SELECT 1 / 0`));
    await expect(failing()).rejects.toMatchObject({ code: '22012' });
  });

  it('is read twice at once for one user, while another user is served', async () => {
    const lists = listsOf();
    const ends: (() => void)[] = [];
    const begin = (who: typeof ana) =>
      readList(
        lists,
        repeated,
        who,
        () => new Promise<string>((end) => ends.push(() => end('read'))),
      );
    const own = Array.from({ length: 12 }, () => begin(ana));
    const other = begin(eva);
    await expect.poll(() => ends.length).toBe(3);
    ends.at(-1)?.();
    expect(await other).toBe('read');
    // The rest takes turns, but for those that did not fit into the queue.
    const results = Promise.all(own);
    for (let at = 0; at < 12; at++) {
      await Promise.resolve();
      for (const end of ends) end();
      await new Promise(setImmediate);
    }
    expect((await results).filter((one) => one === 'busy')).toHaveLength(0);
  });

  it('is busy when its turn does not come', async () => {
    const lists = listsOf({ maxWaiting: 0 });
    const held = [1, 2].map(() =>
      readList(lists, repeated, ana, (own) => own.execute(text`SELECT pg_sleep(1)`)),
    );
    expect(await readList(lists, repeated, ana, async () => 'read')).toBe('busy');
    expect(await Promise.all(held)).toEqual(['too_slow', 'too_slow']);
  });
});

it('A session that is read as a hole is an error, not the end of the session', async () => {
  const bare = postgres(databaseUrl, { max: 1 });
  const unguarded = Object.assign(drizzle(bare, { schema }), { $client: bare });
  const { email } = await createTestUser(db);
  const { sessionId } = await signedIn(db, email);
  await bare.unsafe('SELECT 1 / (4 - i) FROM generate_series(1, 10) i').catch(() => {});
  await expect(readSession(unguarded, sessionId, 'development')).rejects.toThrow('hole');
  expect(await readSession(unguarded, sessionId, 'development')).toMatchObject({ email });
  await bare.end();
});
