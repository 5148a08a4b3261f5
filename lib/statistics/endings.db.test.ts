import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { FAILURES } from '@/lib/contract/failures';
import { sharedDatabase } from '@/testing/database';
import { endingOfFailure, endingOfRow, isOursBeforeSource } from './endings';

const { db } = sharedDatabase();

async function endingOf(outcome: string, status: number | null): Promise<string | undefined> {
  const [row] = await db.execute<{ ending: string }>(sql`
    SELECT ${endingOfRow} AS ending FROM (VALUES (${outcome}::text, ${status}::int))
      AS q(outcome, status)`);
  return row?.ending;
}

it('SQL gives each failure the ending of its row', async () => {
  for (const failure of FAILURES) {
    expect(await endingOf(failure, 500), failure).toBe(endingOfFailure(failure));
  }
  expect(await endingOf('a failure of a later version', 500)).toBe('ours');
});

it('an answer of the person registry ends by its status', async () => {
  for (const status of [200, 201]) expect(await endingOf('found', status)).toBe('success');
  for (const status of [400, 404, 422]) expect(await endingOf('found', status)).toBe('no_result');
  for (const status of [401, 402, 403, 409, 429, 500, 503]) {
    expect(await endingOf('found', status)).toBe('source');
  }
});

it('an answer without content does not count as a success', async () => {
  expect(await endingOf('found_partial', 200)).toBe('success');
  expect(await endingOf('found_empty', 200)).toBe('empty');
});

it('a failure before the source was asked is never the fault of a source', () => {
  expect(isOursBeforeSource('source_unavailable')).toBe(true);
  expect(isOursBeforeSource('overloaded')).toBe(true);
  expect(isOursBeforeSource('not_enabled')).toBe(false);
});
