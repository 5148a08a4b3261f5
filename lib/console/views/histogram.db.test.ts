import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, type Span } from '@/lib/base/time/time';
import type { RecordFilter } from '@/lib/recording/filter';
import { RESULTS } from '@/lib/statistics/endings';
import { foldCounts } from '@/lib/statistics/fold';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordsOverMonths } from '@/testing/records';
import { readHistogram } from './histogram';

/** Charts of all integrations count every record of the database. */
const { db, sql } = await ownDatabase();

const now = new Date('2026-11-21T15:16:17.123Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const end = new Date(now.getTime() + 1);
const minute = new Date('2026-11-21T15:16:00Z');
const planted = recordsOverMonths(now);

await plantRecords(sql, planted);
await foldCounts(sql);
// As retention leaves them.
await sql`DELETE FROM query_counts WHERE grain = 'hour' AND integration_id > 0
  AND start < ${ago(40 * DAY_MS).toISOString()}::timestamptz`;
await sql`INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
  SELECT ${minute.toISOString()}::timestamptz - make_interval(mins => m), id, nombre, 'rtu', reason, 2
  FROM generate_series(0, 90, 30) AS m, (VALUES (1, '', 'rate_limit'),
    (0, 'uno', 'credentials_unknown'), (0, 'dos', 'credentials_unknown')) AS r(id, nombre, reason)`;

async function bars(filter: RecordFilter, span: Span, refusals = {}) {
  const histogram = await readHistogram(db, { filter, refusals, span }, end);
  if (histogram.kind !== 'bars') throw new Error(histogram.kind);
  return histogram;
}

const kinds: Readonly<Record<string, string>> = {
  found: 'success',
  source_not_found: 'no_result',
  source_unavailable: 'source',
  interrupted: 'ours',
};

/** Planted records within a bar and the span. */
function counted(records: readonly PlantedRecord[], bar: Span, span: Span) {
  const inside = records.filter(
    ({ createdAt }) =>
      createdAt >= bar.from && createdAt < bar.to && createdAt >= span.from && createdAt < span.to,
  );
  const ofKind = (kind: string) => inside.filter(({ ending }) => kinds[ending] === kind).length;
  return Object.fromEntries(RESULTS.map((kind) => [kind, ofKind(kind)]));
}

const spans: readonly (readonly [string, number, Span])[] = [
  ['an hour', 60_000, { from: ago(HOUR_MS), to: end }],
  ['a day', HOUR_MS, { from: ago(DAY_MS), to: end }],
  ['a week', 3 * HOUR_MS, { from: ago(7 * DAY_MS), to: end }],
  ['a month', DAY_MS, { from: ago(30 * DAY_MS), to: end }],
  ['all time', DAY_MS, { from: new Date(0), to: end }],
  ['cut hours', HOUR_MS, { from: ago(50 * HOUR_MS + 1_000), to: ago(3 * HOUR_MS + 1_000) }],
  ['cut days', DAY_MS, { from: ago(70 * DAY_MS + 1_000), to: ago(3 * DAY_MS + 1_000) }],
  ['hours long past', HOUR_MS, { from: ago(60 * DAY_MS), to: ago(59 * DAY_MS) }],
];

const filters: readonly (readonly [RecordFilter, (record: PlantedRecord) => boolean])[] = [
  [{}, () => true],
  [{ integrationId: 1 }, ({ integrationId }) => integrationId === 1],
  [{ lookup: 'rtu', status: '5xx' }, ({ lookup, status }) => lookup === 'rtu' && status === 502],
  [{ minDurationMs: 1_000 }, ({ durationMs }) => (durationMs ?? -1) >= 1_000],
];

describe.each(spans)('the histogram of %s', (_, unitMs, span) => {
  it.each(filters)('counts each record once, under its kind: %o', async (filter, matches) => {
    const found = await bars(filter, span);
    const matching = planted.filter(matches);
    expect(found.bars.map(({ results }) => results)).toEqual(
      found.bars.map((bar) => counted(matching, bar, span)),
    );
    const some = matching.filter(
      ({ createdAt }) => createdAt >= span.from && createdAt < span.to,
    ).length;
    const sums = found.bars.flatMap(({ results }) => Object.values(results));
    expect(sums.reduce((sum, count) => sum + count, 0)).toBe(some);
    if (filter.integrationId === undefined) expect(found.unitMs).toBe(unitMs);
  });
});

it('reads the records where the counts do not know the filter', async () => {
  for (const filter of [{ identifierKeys: [3n] }, { requestId: 'request-7' }]) {
    const { bars: found } = await bars(filter, { from: new Date(0), to: end });
    const matching = planted.filter(({ identifierKeys, requestId }) =>
      'requestId' in filter ? requestId === filter.requestId : identifierKeys.includes(3n),
    );
    const sums = found.flatMap(({ results }) => Object.values(results));
    expect(sums.reduce((sum, count) => sum + count, 0)).toBe(matching.length);
  }
  const day = { from: ago(DAY_MS), to: end };
  const slow = await bars({ minDurationMs: 1_234 }, day);
  const matching = planted.filter(({ durationMs }) => (durationMs ?? -1) >= 1_234);
  expect(slow.bars.map(({ results }) => results)).toEqual(
    slow.bars.map((bar) => counted(matching, bar, day)),
  );
});

it('does not read a month of records one by one', async () => {
  const span = { from: ago(30 * DAY_MS), to: end };
  const asked = { filter: { minDurationMs: 1_234 }, refusals: {}, span };
  expect(await readHistogram(db, asked, end)).toEqual({ kind: 'too_long' });
});

it('refusals stand beside the queries of their bar', async () => {
  const span = { from: ago(2 * HOUR_MS), to: end };
  const uno = { integrations: new Map([[1, 'uno']]) };
  const sum = async (refusals: object) =>
    (await bars({}, span, refusals)).bars.reduce((total, bar) => total + (bar.refusals ?? 0), 0);
  expect(await sum({})).toBe(24);
  expect(await sum(uno)).toBe(16);
  expect(await sum({ ...uno, lookup: 'omisos' })).toBe(0);
});
