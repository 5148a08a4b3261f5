import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, type Span } from '@/lib/base/time/time';
import type { RecordFilter } from '@/lib/recording/filter';
import { IdentifierVault } from '@/lib/recording/identifiers';
import type { RecordCursor } from '@/lib/recording/search';
import { foldCounts } from '@/lib/statistics/fold';
import { occupiedSpans } from '@/lib/statistics/occupied';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordsOverMonths } from '@/testing/records';
import { newerQuery, pageOfQueries } from './query-list';

const vault = new IdentifierVault(['only-for-tests-0123456789-0123456789']);

/** Filters without an integration find every record of the database. */
const { db, sql } = await ownDatabase();

const now = new Date('2026-11-21T15:16:17.123Z');
const everything: Span = { from: new Date(0), to: new Date(now.getTime() + 1) };

const planted = recordsOverMonths(now);

await plantRecords(sql, planted);

/** Ids of every page, one after the other. */
async function allPages(filter: RecordFilter, span: Span, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let before: RecordCursor | undefined;
  for (;;) {
    const page = await pageOfQueries(db, { filter, span, before }, pageSize, vault);
    ids.push(...page.rows.map(({ id }) => id));
    if (page.next === undefined) return ids;
    before = page.next;
  }
}

function expected(filter: RecordFilter, { from, to }: Span): string[] {
  return planted
    .filter(({ createdAt }) => createdAt >= from && createdAt < to)
    .filter((record) => matches(filter, record))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}

function matches(filter: RecordFilter, record: PlantedRecord): boolean {
  const { status, identifierKeys, minDurationMs = 0, charged } = filter;
  const hundreds = record.status === null ? 'none' : `${Math.floor(record.status / 100)}xx`;
  return (
    [filter.integrationId ?? record.integrationId].flat().includes(record.integrationId) &&
    [undefined, record.lookup].some((one) => one === filter.lookup) &&
    [undefined, record.ending].some((one) => one === filter.ending) &&
    [undefined, record.requestId].includes(filter.requestId) &&
    [undefined, record.status ?? 'none', hundreds].includes(
      status === 'not-200' ? undefined : status,
    ) &&
    (status !== 'not-200' || record.status !== 200) &&
    (charged === undefined || charged === record.charged > 0n) &&
    (minDurationMs === 0 || (record.durationMs ?? -1) >= minDurationMs) &&
    (identifierKeys ?? record.identifierKeys).some((key) => record.identifierKeys.includes(key))
  );
}

const filters: readonly RecordFilter[] = [
  {},
  { integrationId: 2 },
  { integrationId: 3 },
  { integrationId: [1, 3] },
  { integrationId: [2, 3], status: '4xx' },
  { integrationId: [] },
  { lookup: 'rtu' },
  { lookup: 'renap' },
  { status: 404 },
  { status: '2xx', charged: false },
  { status: '4xx', integrationId: 1 },
  { status: '5xx' },
  { status: 'none', lookup: 'omisos' },
  { status: 'not-200', integrationId: 1 },
  { ending: 'source_unavailable', minDurationMs: 1_234 },
  { charged: true, minDurationMs: 2_000 },
  { charged: true, integrationId: 1, lookup: 'rtu' },
  { charged: false },
  { identifierKeys: [-3n] },
  { identifierKeys: [3n, 99n], status: 200 },
  { identifierKeys: [99n] },
  { requestId: 'request-7' },
  { requestId: 'request-7', ending: 'found', integrationId: 2 },
  { minDurationMs: 2_999 },
];

const spans: readonly (readonly [string, Span])[] = [
  ['all time', everything],
  ['two days', { from: new Date(now.getTime() - 48 * HOUR_MS), to: everything.to }],
  [
    'weeks in the past',
    {
      from: new Date(now.getTime() - 1_500 * HOUR_MS),
      to: new Date(now.getTime() - 300 * HOUR_MS + 1),
    },
  ],
  ['nothing', { from: now, to: now }],
];

it('reads no hour in vain while it looks for something rare', async () => {
  const unavailable = { ending: 'source_unavailable', integrationId: 1 } as const;
  const hours = planted
    .filter(({ ending, integrationId }) => ending === unavailable.ending && integrationId === 1)
    .map(({ createdAt }) => Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS);
  const { spans, since } = await occupiedSpans(db, unavailable, everything, 5);
  const newest = [...new Set(hours)].sort((a, b) => b - a).slice(0, spans.length);
  expect(spans.map(({ from }) => from.getTime())).toEqual(newest);
  expect(since?.getTime()).toBeLessThanOrEqual(newest.at(-1) ?? 0);
  expect(await occupiedSpans(db, { ending: 'failure' }, everything, 5)).toEqual({
    spans: [],
    since: undefined,
  });
});

describe.each(['counts that were not folded yet', 'folded counts', 'counts without hours'])(
  'the pages of the list, by %s,',
  (counts) => {
    beforeAll(async () => {
      if (counts === 'folded counts') await foldCounts(sql);
      if (counts === 'counts without hours') {
        await sql`DELETE FROM query_counts WHERE grain = 'hour' AND integration_id > 0`;
      }
    });

    it.each(spans)(
      'give each record of %s once, the newest first, whatever the filter',
      async (_, span) => {
        for (const filter of filters) {
          const found = await allPages(filter, span, 16);
          const what = JSON.stringify(filter, (_key, value) => String(value));
          expect(found, what).toEqual(expected(filter, span));
        }
      },
    );

    it('have each record below the one that is newer', async () => {
      for (const filter of filters) {
        const ids = expected(filter, everything);
        for (const place of [0, 1, Math.floor(ids.length / 2), ids.length - 1]) {
          const record = planted.find(({ id }) => id === ids[place]);
          if (record === undefined) continue;
          const cursor = { micros: BigInt(record.createdAt.getTime()) * 1_000n, id: record.id };
          const what = JSON.stringify(filter, (_key, value) => String(value));
          expect(await newerQuery(db, filter, everything, cursor), what).toBe(ids[place - 1]);
        }
      }
    });
  },
);
