import { describe, expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { NO_USAGE, queriesByLookup } from './usage';

const { db, sql, newIntegration } = sharedDatabase();

interface Day {
  readonly daysAgo: number;
  readonly lookup: string;
  readonly queries: number;
}

async function used(integrationId: number, { daysAgo, lookup, queries }: Day): Promise<void> {
  await sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT ${integrationId}::int, day, ${lookup}::text, ${queries}::int, 0, day + interval '1 second'
    FROM (SELECT guatemala_day(now()) - make_interval(days => ${daysAgo}::int) AS day) d`;
}

describe('the use of lookups', () => {
  it('is of today and the six days before, folded or not, and of nobody else', async () => {
    const one = await newIntegration();
    const other = await newIntegration();
    const silent = await newIntegration();
    await used(one.id, { daysAgo: 0, lookup: 'rtu', queries: 5 });
    await used(one.id, { daysAgo: 6, lookup: 'rtu', queries: 7 });
    await used(one.id, { daysAgo: 7, lookup: 'rtu', queries: 100 });
    await used(one.id, { daysAgo: 7, lookup: 'omisos', queries: 100 });
    await used(other.id, { daysAgo: 1, lookup: 'renap', queries: 3 });
    await sql`
      INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending,
        responsible, status, latency, queries, charged, last_at)
      VALUES (date_trunc('hour', now(), 'UTC'), ${one.id}, 1, 'cui-nit', 'found', 'nobody', 200, 3, 2, 0, now())`;
    const usage = await queriesByLookup(db, [one.id, other.id, silent.id]);
    expect(usage).toEqual(
      new Map([
        [one.id, { ...NO_USAGE, rtu: 12, 'cui-nit': 2 }],
        [other.id, { ...NO_USAGE, renap: 3 }],
      ]),
    );
    expect(await queriesByLookup(db, [one.id], 8)).toEqual(
      new Map([[one.id, { ...NO_USAGE, rtu: 112, 'cui-nit': 2, omisos: 100 }]]),
    );
    expect(await queriesByLookup(db, [])).toEqual(new Map());
  });
});
