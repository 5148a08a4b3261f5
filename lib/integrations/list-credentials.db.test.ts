import { expect, it } from 'vitest';
import { ownDatabase } from '@/testing/database';
import type { createTestIntegration } from '@/testing/integration';
import { plantRecords, recordOf } from '@/testing/records';
import { listCredentials } from './list-credentials';
import { rotate as rotateVerb } from './rotate';

/** Other tests leave counts of the first tokens. */
const { db, sql, newIntegration, act } = await ownDatabase();

type Named = Awaited<ReturnType<typeof createTestIntegration>>;

/** A query of some time ago. */
async function asked({ id }: Named, credentialId: number, minutesAgo: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  const free = { lookup: 'renap', charged: 0n };
  await plantRecords(sql, [recordOf({ integrationId: id, credentialId, createdAt, ...free })]);
}

/** Days of the past as they stand once they are folded. */
async function usedDaysAgo(credentialId: number, daysAgo: number, queries: number): Promise<void> {
  await sql`
    INSERT INTO credential_days (credential_id, day, queries, last_at)
    SELECT ${credentialId}::int, day, ${queries}::int, day + interval '1 second'
    FROM (SELECT guatemala_day(now()) - make_interval(days => ${daysAgo}::int) AS day) d`;
}

/** The rotation happened this long ago. */
async function ageNewest({ id }: Named, minutes: number): Promise<void> {
  await sql`
    UPDATE credentials SET created_at = created_at - make_interval(mins => ${minutes}::int)
    WHERE id = (SELECT max(id) FROM credentials WHERE integration_id = ${id})`;
}

function rotate({ nombre }: Named): Promise<{ token: string }> {
  return act(rotateVerb, { nombre, overlapMs: 3_600_000, deployment: 'development' });
}

it('counts the queries of each token, and of the old one those since the rotation', async () => {
  const integration = await newIntegration();
  const [old] = await listCredentials(db, integration.id);
  expect(old).toMatchObject({
    lastQueryAt: null,
    queriesLastDay: 0,
    queriesLastWeek: 0,
    queriesLately: 0,
  });
  const oldId = old?.id ?? 0;
  await rotate(integration);
  await ageNewest(integration, 30);
  for (const minutesAgo of [0, 10, 20]) await asked(integration, oldId, minutesAgo);
  await asked(integration, oldId, 60);
  await usedDaysAgo(oldId, 6, 40);
  await usedDaysAgo(oldId, 7, 500);
  const [newest, before] = await listCredentials(db, integration.id);
  expect(newest).toMatchObject({ expiresAt: null, lastQueryAt: null, queriesLastDay: 0 });
  expect(before).toMatchObject({
    id: oldId,
    lastQueryAt: expect.any(Date),
    expiresAt: expect.any(Date),
    queriesLastDay: 4,
    queriesLastWeek: 44,
    queriesLately: 3,
  });
  expect(Date.now() - Number(before?.lastQueryAt)).toBeLessThan(60_000);
});

it('shows neither a token that ended nor the queries of another integration', async () => {
  const integration = await newIntegration();
  const other = await newIntegration();
  const [theirs] = await listCredentials(db, other.id);
  await asked(other, theirs?.id ?? 0, 0);
  for (let times = 0; times < 3; times++) await rotate(integration);
  const live = await listCredentials(db, integration.id);
  expect(live.map(({ queriesLastDay }) => queriesLastDay)).toEqual([0, 0]);
  expect(live.map(({ expiresAt }) => expiresAt === null)).toEqual([true, false]);
});
