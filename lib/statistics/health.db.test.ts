import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, chosenIn } from '@/lib/base/env/source-settings';
import { byLookup, type Lookup } from '@/lib/contract/lookups';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { type Health, readHealth, type SourceHealth, troublesOf } from './health';
import { countRefusals } from './refusals';

/** These tests read the figures of all integrations. */
const { db, sql } = await ownDatabase();

beforeEach(async () => {
  await sql`DELETE FROM query_records`;
  await sql`DELETE FROM refusal_counts`;
  await sql`DELETE FROM pending_counts`;
});

const now = Date.now();
const secondsAgo = (seconds: number) => new Date(now - seconds * 1_000);

interface Query extends Partial<PlantedRecord> {
  readonly secondsAgo: number;
}

async function queries(...rows: readonly Query[]): Promise<void> {
  const records = rows.map(({ secondsAgo: seconds, ...changes }) =>
    recordOf({ createdAt: secondsAgo(seconds), charged: 0n, ...changes }),
  );
  await plantRecords(sql, records);
}

async function refusals(reason: string, seconds: number, count: number): Promise<void> {
  await sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    VALUES (${secondsAgo(seconds)}, 0, '', 'rtu', ${reason}, ${count})`;
}

/** Reads the health with the adapters that a choice names, the default ones otherwise. */
const healthNow = (choice = {}) => readHealth(db, chosenIn(choice));
const ofSource = ({ sources }: Health, name: Account) =>
  sources.find(({ source }) => source === name);

const LOOKUPS_OF = {
  renap: ['renap'],
  rtu: ['rtu'],
  catalogos: ['cui-nit', 'rtu-v2', 'omisos'],
} as const;
const sourceOf = (
  source: keyof typeof LOOKUPS_OF,
  state: Omit<SourceHealth, 'source' | 'lookups'>,
) => ({ source, lookups: LOOKUPS_OF[source], ...state });
const QUIET = { state: 'quiet', queries: 0, failed: 0 } as const;
const ALL_QUIET: Health = {
  paused: [],
  slow: [],
  sources: [sourceOf('renap', QUIET), sourceOf('rtu', QUIET), sourceOf('catalogos', QUIET)],
  lookups: byLookup(() => ({ state: 'quiet' as const })),
  ours: { failed: 0 },
};
const failure = { ending: 'source_unavailable', status: 502 };

describe('the present trouble', () => {
  it('is none without queries, and ends after a quarter of an hour', async () => {
    expect(await healthNow()).toEqual(ALL_QUIET);
    await queries({ lookup: 'rtu', ...failure, secondsAgo: 16 * 60 });
    await refusals('failure', 17 * 60, 5);
    // The clock was ahead for a while.
    await queries({ lookup: 'rtu', ...failure, secondsAgo: -600 });
    await refusals('circuit_open', -600, 5);
    expect(await healthNow()).toEqual(ALL_QUIET);
  });

  it('names the lookups whose circuit breaker refuses requests, while it does', async () => {
    await refusals('circuit_open', 30, 4);
    const health = await healthNow();
    expect(health.paused).toEqual([{ lookup: 'rtu', failed: 4 }]);
    expect(troublesOf(health)).toContainEqual({ kind: 'paused', lookup: 'rtu', failed: 4 });
    await sql`UPDATE refusal_counts SET minute = ${secondsAgo(200)}`;
    expect((await healthNow()).paused).toEqual([]);
  });

  it('blames only the failing source, from its first failure since a good answer', async () => {
    await queries(
      { lookup: 'omisos', ...failure, secondsAgo: 400 },
      { lookup: 'cui-nit', ending: 'source_not_found', status: 404, secondsAgo: 300 },
      { lookup: 'cui-nit', ...failure, secondsAgo: 200 },
      { lookup: 'omisos', ending: 'source_limited', status: 429, secondsAgo: 150 },
      { lookup: 'rtu-v2', ...failure, secondsAgo: 100 },
      { lookup: 'rtu-v2', ending: 'client_gone', status: null, secondsAgo: 50 },
      { lookup: 'renap', ending: 'passed_on', status: 404, secondsAgo: 50 },
      { lookup: 'rtu', ending: 'found', secondsAgo: 50 },
    );
    const fine = { state: 'fine', queries: 1, failed: 0 } as const;
    const answered: readonly Lookup[] = ['renap', 'rtu', 'cui-nit', 'rtu-v2'];
    expect(await healthNow()).toEqual({
      paused: [],
      slow: [],
      sources: [
        sourceOf('renap', fine),
        sourceOf('rtu', fine),
        sourceOf('catalogos', {
          state: 'down',
          queries: 6,
          failed: 4,
          since: secondsAgo(200),
          failure: 'source_unavailable',
        }),
      ],
      lookups: {
        ...byLookup((lookup) => ({ state: answered.includes(lookup) ? 'fine' : 'quiet' })),
        omisos: { state: 'failing' },
      },
      ours: { failed: 0 },
    });
  });

  it('judges each lookup by itself, for failures of its source and ours', async () => {
    await queries(
      ...[50, 40].map((seconds) => ({ lookup: 'omisos', ...failure, secondsAgo: seconds })),
      { lookup: 'omisos', ending: 'interrupted', status: 502, secondsAgo: 30 },
      { lookup: 'omisos', ...failure, secondsAgo: 5_000 },
      { lookup: 'omisos', ending: 'found', secondsAgo: 6_000 },
      { lookup: 'cui-nit', ending: 'found', secondsAgo: 30 },
    );
    await refusals('circuit_open', 30, 1);
    expect((await healthNow()).lookups).toMatchObject({
      omisos: { state: 'down', since: secondsAgo(5_000) },
      'cui-nit': { state: 'fine' },
      rtu: { state: 'down' },
      'rtu-v2': { state: 'quiet' },
    });
  });

  it('counts what the service refused for its own fault as failures of the lookup', async () => {
    await refusals('out_of_time', 60, 2);
    expect((await healthNow()).lookups.rtu).toEqual({ state: 'failing' });
    await refusals('failure', 120, 1);
    expect((await healthNow()).lookups.rtu).toEqual({ state: 'down' });
    await queries({ lookup: 'rtu', ending: 'found', secondsAgo: 90 });
    expect((await healthNow()).lookups.rtu).toEqual({ state: 'failing' });
  });

  it('names the last failure of a source that answers again, while it still counts', async () => {
    const settled = secondsAgo(290);
    await queries(
      ...[320, 310, 300].map((seconds) => ({ lookup: 'rtu', ...failure, secondsAgo: seconds })),
    );
    await sql`UPDATE query_records SET settled_at = ${settled}`;
    // Asked before the failure was answered.
    await queries({ lookup: 'rtu', secondsAgo: 295 });
    expect((await healthNow()).lookups.rtu).toEqual({ state: 'failing' });
    await queries({ lookup: 'rtu', secondsAgo: 100 });
    const health = await healthNow();
    expect(health.lookups.rtu).toEqual({ state: 'failing', calmSince: settled });
    expect(ofSource(health, 'rtu')).toMatchObject({ state: 'failing', calmSince: settled });
    await refusals('failure', 120, 1);
    expect((await healthNow()).lookups.rtu).toEqual({ state: 'failing' });
  });

  it('began when the last good answer was hours ago, not a quarter of an hour ago', async () => {
    await queries(
      { lookup: 'renap', ending: 'passed_on', status: 503, secondsAgo: 20_000 },
      { lookup: 'renap', ending: 'found', secondsAgo: 10_000 },
      { lookup: 'renap', ending: 'passed_on', status: 503, secondsAgo: 9_000 },
      { lookup: 'rtu', ...failure, secondsAgo: 9_500 },
      ...[60, 50, 40].map((seconds) => ({ lookup: 'renap', ...failure, secondsAgo: seconds })),
    );
    const down = {
      state: 'down',
      queries: 3,
      failed: 3,
      since: secondsAgo(9_000),
      failure: 'source_unavailable',
    } as const;
    expect(ofSource(await healthNow(), 'renap')).toEqual(sourceOf('renap', down));
  });

  it('is of the account that the chosen adapters use, and of no other', async () => {
    await queries(
      { lookup: 'rtu', ...failure, secondsAgo: 9_000 },
      ...[60, 50, 40].map((seconds) => ({ lookup: 'cui-nit', ...failure, secondsAgo: seconds })),
      { lookup: 'rtu-v2', secondsAgo: 60 },
    );
    const health = await healthNow({ CUI_NIT_SOURCE: 'infile', RTU_SOURCE: 'infile' });
    expect(health.sources).toMatchObject([
      { source: 'renap', state: 'quiet' },
      { source: 'catalogos', lookups: ['rtu-v2', 'omisos'], state: 'fine', queries: 1 },
      {
        source: 'infileNit',
        lookups: ['rtu', 'cui-nit'],
        state: 'down',
        queries: 3,
        since: secondsAgo(9_000),
      },
    ]);
    expect(troublesOf(health)).toMatchObject([{ kind: 'down', source: 'infileNit' }]);
  });

  it('is ours when we failed, before the source was asked or after', async () => {
    await queries({ lookup: 'rtu', ending: 'interrupted', status: 502, secondsAgo: 30 });
    await refusals('out_of_time', 300, 2);
    await refusals('failure', 60, 4);
    await refusals('rate_limit', 60, 100);
    const health = await healthNow();
    expect(health.ours).toEqual({ failed: 7, since: secondsAgo(300) });
    expect(ofSource(health, 'rtu')).toMatchObject({ state: 'fine', failed: 0 });
  });
});

describe('a lookup', () => {
  const WEEK = 7 * 24 * 3_600;
  const twenty = (query: Query) => queries(...Array.from({ length: 20 }, () => query));

  it('is slow when it takes much longer than in the same hours of the weeks before', async () => {
    await twenty({ lookup: 'omisos', durationMs: 800, secondsAgo: WEEK + 20 });
    await twenty({ lookup: 'rtu', durationMs: 2_300, secondsAgo: 4 * WEEK + 20 });
    await twenty({ lookup: 'omisos', durationMs: 4_000, secondsAgo: 20 });
    await twenty({ lookup: 'rtu', durationMs: 3_500, secondsAgo: 20 });
    const health = await healthNow();
    expect(health.slow).toEqual([{ lookup: 'omisos', p95Ms: 4_000, usualMs: 750 }]);
    expect(troublesOf(health)).toEqual([
      { kind: 'slow', lookup: 'omisos', p95Ms: 4_000, usualMs: 750 },
    ]);
  });

  it('is slow from ten seconds on when no earlier queries are known', async () => {
    await twenty({ lookup: 'renap', durationMs: 9_999, secondsAgo: 20 });
    await twenty({ lookup: 'cui-nit', durationMs: 10_000, secondsAgo: 20 });
    await queries({ lookup: 'rtu', durationMs: 29_000, secondsAgo: 20 });
    expect((await healthNow()).slow).toEqual([{ lookup: 'cui-nit', p95Ms: 10_000 }]);
  });
});

it('refusals of a period are told by reason, the most frequent first', async () => {
  await refusals('rate_limit', 100, 3);
  await refusals('rate_limit', 200, 4);
  await refusals('no_balance', 100, 9);
  await refusals('no_balance', 5_000, 1_000);
  await refusals('a reason of another version', 100, 1);
  expect(await countRefusals(db, { from: secondsAgo(3_600) })).toEqual([
    { reason: 'no_balance', refusals: 9 },
    { reason: 'rate_limit', refusals: 7 },
  ]);
});
