import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chosenIn } from '@/lib/base/env/source-settings';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { FAILURES } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { refusalTotal } from '@/lib/recording/list-refusals';
import { markRepeatedCharges } from '@/lib/recording/repeated-charges';
import { chartPeriod } from '@/lib/statistics/chart-periods';
import { readHealth, troublesOf } from '@/lib/statistics/health';
import { withoutEarlier } from '@/lib/statistics/slices';
import { readTotals } from '@/lib/statistics/traffic';
import { ownDatabase } from '@/testing/database';
import { type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { diagnose, isCorrectable } from './diagnosis';
import { readHistogram } from './histogram';
import { filterOf, parseView, type QueryView, spanOf } from './query-view';
import { queriesPath } from './statistics-view';

/** Everything that the console says is compared with a count of what was planted, made here. */
const { db, sql, newIntegration } = await ownDatabase();

const ENDINGS = [
  { ending: 'found', status: 200, party: 'nobody', isSuccess: true },
  { ending: 'source_not_found', status: 404, party: 'nobody', isSuccess: false },
  { ending: 'source_unavailable', status: 502, party: 'source', isSuccess: false },
  { ending: 'source_limited', status: 429, party: 'source', isSuccess: false },
  { ending: 'source_denied', status: 403, party: 'ours', isSuccess: false },
  { ending: 'failure', status: 500, party: 'ours', isSuccess: false },
  { ending: 'client_gone', status: null, party: 'integrator', isSuccess: false },
] as const;
const REASONS = [
  'no_balance',
  'rate_limit',
  'credentials_unknown',
  'failure',
  'spending_cap',
] as const;

const queries = fc.array(
  fc.record({
    ended: fc.constantFrom(...ENDINGS),
    lookup: fc.constantFrom(...LOOKUPS),
    secondsAgo: fc.oneof(
      // Later ones are not marked as repeated yet.
      fc.integer({ min: 15, max: 14 * 60 }),
      fc.integer({ min: 16 * 60, max: (6 * DAY_MS) / SECOND_MS }),
    ),
    identifier: fc.integer({ min: 1, max: 4 }),
    durationMs: fc.integer({ min: 1, max: 9_000 }),
  }),
  { minLength: 1, maxLength: 40 },
);
const refusals = fc.array(
  fc.record({
    reason: fc.constantFrom(...REASONS),
    minutesAgo: fc.integer({ min: 1, max: 6 * 24 * 60 }),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 6 },
);

type Planted = PlantedRecord & (typeof ENDINGS)[number];

it('says nothing of random queries and refusals that counting them does not confirm', async () => {
  await fc.assert(
    fc.asyncProperty(queries, refusals, async (asked, refused) => {
      for (const table of ['query_records', 'refusal_counts', 'pending_counts', 'query_counts']) {
        await sql`DELETE FROM ${sql(table)}`;
      }
      const integration = await newIntegration();
      const now = Date.now();
      const records = asked.map(({ ended, lookup, secondsAgo, identifier, durationMs }) => ({
        ...recordOf({
          integrationId: integration.id,
          lookup,
          ending: ended.ending,
          status: ended.status,
          charged: ended.isSuccess && lookupFacts[lookup].family === 'catalogos' ? 5_000n : 0n,
          identifierKeys: [BigInt(identifier)],
          durationMs,
          createdAt: new Date(now - secondsAgo * SECOND_MS),
        }),
        ...ended,
      }));
      await plantRecords(sql, records);
      await markRepeatedCharges(db, undefined);
      const minuteOf = (minutesAgo: number) =>
        new Date(Math.floor((now - minutesAgo * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
      for (const { reason, minutesAgo, count } of refused) {
        await sql`
          INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
          VALUES (${minuteOf(minutesAgo)}, ${integration.id}, ${integration.nombre}, 'rtu',
            ${reason}, ${count})
          ON CONFLICT DO NOTHING`;
      }
      const stored = await sql<{ reason: string; minute: Date; refusals: number }[]>`
        SELECT reason, minute, refusals FROM refusal_counts`;
      await diagnosisIsTrue(integration, records, stored);
      await figuresAreTrue(integration, records, stored);
      await verdictIsTrue(records, stored, now);
    }),
    { numRuns: 25 },
  );
}, 120_000);

type Refusals = readonly { readonly reason: string; minute: Date; refusals: number }[];
type Named = { readonly id: number; readonly nombre: string };

const sum = (rows: Refusals) => rows.reduce((total, { refusals: n }) => total + n, 0);

async function diagnosisIsTrue(integration: Named, records: readonly Planted[], refused: Refusals) {
  const { findings, queries: read } = await diagnose(db, integration);
  expect(read).toBe(records.length);
  const reasons = new Set(
    FAILURES.filter((one) => isCorrectable(one) && refused.some(({ reason }) => reason === one)),
  );
  const said = findings.flatMap((finding) => (finding.kind === 'refused' ? [finding] : []));
  expect(said).toHaveLength(Math.min(3, reasons.size));
  for (const { reason, count, since, last } of said) {
    const own = refused.filter((row) => row.reason === reason);
    const minutes = own.map(({ minute }) => minute.getTime());
    expect(count).toBe(sum(own));
    expect([since.getTime(), last.getTime()]).toEqual([Math.min(...minutes), Math.max(...minutes)]);
  }
  const again = records.filter(
    (one) => one.charged > 0n && records.some((other) => isBefore(other, one)),
  );
  const twice = findings.flatMap((finding) => (finding.kind === 'pays_twice' ? [finding] : []));
  expect(twice.map(({ count, amount }) => [count, amount])).toEqual(
    again.length === 0 ? [] : [[again.length, BigInt(again.length) * 5_000n]],
  );
  const gone = records.filter(({ ending }) => ending === 'client_gone').length;
  const gaveUp = findings.flatMap((finding) =>
    finding.kind === 'gives_up' ? [finding.count] : [],
  );
  expect(gaveUp).toEqual(gone >= 3 ? [gone] : []);
}

/** True for an earlier charge of the same identifier and lookup within ten minutes. */
function isBefore(other: Planted, one: Planted): boolean {
  const distance = one.createdAt.getTime() - other.createdAt.getTime();
  return (
    other.charged > 0n &&
    distance > 0 &&
    distance < 10 * MINUTE_MS &&
    other.lookup === one.lookup &&
    other.identifierKeys[0] === one.identifierKeys[0]
  );
}

async function figuresAreTrue(integration: Named, records: readonly Planted[], refused: Refusals) {
  const now = new Date();
  const week = spanOf({ period: '7d' }, now);
  const mine = { integrations: new Map([[integration.id, integration.nombre]]) };
  expect(await refusalTotal(db, mine, week)).toBe(sum(refused));
  const period = chartPeriod('7d', now, { integration: true });
  const counted = records.filter(({ createdAt }) => createdAt >= period.from);
  const slices = withoutEarlier(period.slices);
  const { total, lookups } = await readTotals(db, slices, integration.id);
  const successes = counted.filter(({ isSuccess }) => isSuccess).length;
  expect(total.now.queries).toBe(counted.length);
  expect(total.now.results.success).toBe(successes);
  const slowest = Math.max(...counted.map(({ durationMs }) => durationMs ?? 0));
  if (counted.length > 0) expect(total.now.p95Ms).toBeLessThanOrEqual(slowest);
  const view = { integration: integration.nombre };
  for (const lookup of LOOKUPS) {
    const { queries: all, results } = lookups[lookup].now;
    const own = counted.filter((record) => record.lookup === lookup);
    const by = (party: 'source' | 'ours') => own.filter((one) => one.party === party).length;
    expect([all, results.source, results.ours]).toEqual([own.length, by('source'), by('ours')]);
    expect(await listed(queriesPath(period, { ...view, lookup }))).toBe(all);
    for (const responsible of ['source', 'ours'] as const) {
      const path = queriesPath(period, { ...view, lookup, responsible });
      expect(await listed(path)).toBe(results[responsible]);
    }
  }
  const catalogs = counted.filter(
    (one) => lookupFacts[one.lookup as Lookup].family === 'catalogos',
  );
  const path = queriesPath(period, { source: 'catalogos', responsible: 'source' });
  expect(await listed(path)).toBe(catalogs.filter(({ party }) => party === 'source').length);
}

/** Counts the queries that the list of a link shows. */
async function listed(path: string): Promise<number> {
  const parameters = Object.fromEntries(new URL(path, 'http://localhost').searchParams);
  const view: QueryView = parseView(parameters);
  const histogram = await readHistogram(db, {
    filter: filterOf(view, undefined, chosenIn({})),
    refusals: {},
    span: spanOf(view, new Date()),
  });
  if (histogram.kind !== 'bars') throw new Error(`${path} is too long.`);
  return histogram.bars
    .flatMap(({ results }) => Object.values(results))
    .reduce((total, queries) => total + queries, 0);
}

async function verdictIsTrue(records: readonly Planted[], refused: Refusals, now: number) {
  const health = await readHealth(db, chosenIn({}));
  const recent = records.filter(({ createdAt }) => createdAt.getTime() > now - 15 * MINUTE_MS);
  const ours = recent.filter(({ party }) => party === 'ours').length;
  const begin = now - 15 * MINUTE_MS;
  const edge = refused.filter(({ minute }) => Math.abs(minute.getTime() - begin) < MINUTE_MS);
  const failures = refused.filter(
    ({ reason, minute }) => reason === 'failure' && minute.getTime() >= begin,
  );
  if (edge.length === 0) expect(health.ours.failed).toBe(ours + sum(failures));
  for (const { lookups, queries: all, failed, state } of health.sources) {
    const own = recent.filter((one) => lookups.includes(one.lookup as Lookup));
    const bad = own.filter(({ party }) => party === 'source').length;
    expect([all, failed]).toEqual([own.length, bad]);
    if (bad >= 2 && bad / own.length >= 0.05) expect(['failing', 'down']).toContain(state);
    if (bad === 0) expect(['quiet', 'fine']).toContain(state);
  }
  const isBad = health.sources.some(({ state }) => ['failing', 'down'].includes(state));
  expect(troublesOf(health).length > 0).toBe(
    isBad || health.ours.failed > 0 || health.slow.length > 0,
  );
  for (const { lookup, p95Ms } of health.slow) {
    const own = recent.filter((one) => one.lookup === lookup);
    expect(own.length).toBeGreaterThanOrEqual(20);
    expect(own.some(({ durationMs }) => durationMs === p95Ms)).toBe(true);
  }
}
