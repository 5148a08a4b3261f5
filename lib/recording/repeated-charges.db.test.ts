import { and, desc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryRecords } from '@/db/schema/index';
import { DAY_MS, MINUTE_MS } from '@/lib/base/time/time';
import { settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { conditionsOf } from './filter';
import { markRepeatedCharges, REPEATED_WITHIN_MINUTES } from './repeated-charges';

const { db, sql, newIntegration, holdOf, settle, chargeOf } = await ownDatabase();

/** Ending of an answer that is our fault though it was charged. */
const UNREADABLE = 'unreadable';
const WITHIN_MS = REPEATED_WITHIN_MINUTES * MINUTE_MS;

/** What a repeated charge is, in as many comparisons as there are pairs. */
function repeatedIn(records: readonly PlantedRecord[]): string[] {
  const isRepeated = (one: PlantedRecord) =>
    records.some((earlier) => {
      const ms = one.createdAt.getTime() - earlier.createdAt.getTime();
      return (
        (ms > 0 || (ms === 0 && earlier.id < one.id)) &&
        ms < WITHIN_MS &&
        isCounted(earlier) &&
        earlier.integrationId === one.integrationId &&
        earlier.lookup === one.lookup &&
        String(earlier.identifierKeys) === String(one.identifierKeys)
      );
    });
  const isCounted = ({ charged, ending }: PlantedRecord) => charged > 0n && ending !== UNREADABLE;
  return records
    .filter((one) => isCounted(one) && one.identifierKeys.length > 0 && isRepeated(one))
    .map(({ id }) => id)
    .sort();
}

async function markedRecords(): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM query_records WHERE repeated ORDER BY id`;
  return rows.map(({ id }) => id);
}

const START = Date.now() - MINUTE_MS;
const history = fc.array(
  fc.record({
    integrationId: fc.integer({ min: 1, max: 2 }),
    lookup: fc.constantFrom('rtu', 'omisos'),
    charged: fc.constantFrom(0n, 5_000n, 5_000n),
    ending: fc.constantFrom('found', 'found', UNREADABLE),
    identifierKeys: fc.constantFrom([], [1n], [2n], [1n, 2n]),
    // A grid, so that some are exactly as far apart as counts, or at one instant.
    createdAt: fc
      .integer({ min: 1, max: 20 })
      .map((steps) => new Date(START - (steps * WITHIN_MS) / 4)),
  }),
  { maxLength: 40 },
);

it('every charge is marked for whose identifiers the integration paid shortly before', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (changes) => {
      await sql`DELETE FROM query_records`;
      const records = changes.map((change) => recordOf(change));
      await plantRecords(sql, records);
      await sql`UPDATE query_records SET responsible = 'ours' WHERE ending = ${UNREADABLE}`;
      await markRepeatedCharges(db, undefined);
      expect(await markedRecords()).toEqual(repeatedIn(records));
    }),
    { numRuns: 25 },
  );
});

it('charges after the oldest query under way are left to the next run', async () => {
  await sql`DELETE FROM query_records`;
  const { id } = await newIntegration();
  await chargeOf(id);
  const open = await holdOf(id);
  const last = await chargeOf(id);
  await sql`UPDATE query_records SET created_at = created_at - interval '1 minute'`;
  await sql`UPDATE holds SET created_at = created_at - interval '1 minute'`;
  const first = await markRepeatedCharges(db, undefined);
  expect(await markedRecords()).toEqual([]);
  await settle(settlementOf(open));
  await markRepeatedCharges(db, first);
  expect(await markedRecords()).toEqual([open.queryId, last].sort());
});

it('a run begins anew when the last one ended ahead of the clock', async () => {
  const ahead = { until: new Date(Date.now() + DAY_MS).toISOString() };
  const { until } = await markRepeatedCharges(db, ahead);
  expect(Date.parse(until)).toBeLessThan(Date.now());
});

it('the list of repeated charges reads no other records', async () => {
  const { createdAt, id } = queryRecords;
  const { sql: text, params } = db
    .select()
    .from(queryRecords)
    .where(and(...conditionsOf({ charged: true, repeated: true })))
    .orderBy(desc(createdAt), desc(id))
    .limit(60)
    .toSQL();
  const [row] = await sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, params.map(String));
  const names = [...JSON.stringify(row).matchAll(/"Index Name":"(\w+)"/g)].map(([, name]) => name);
  const [found] = await sql`
    SELECT count(*)::int AS all, count(*) FILTER (WHERE indexdef LIKE '% WHERE repeated')::int AS own
    FROM pg_indexes WHERE indexname = ANY (${`{${names.join(',')}}`}::text::text[])`;
  expect(found).toEqual({ all: expect.toSatisfy((all: number) => all > 1), own: found?.all });
});
