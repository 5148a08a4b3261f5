import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';
import { resultOfRow } from './endings';

const { db } = sharedDatabase();

it.each([
  ['found', 'nobody', 'success'],
  ['partial', 'nobody', 'success'],
  ['partial', 'ours', 'ours'],
  ['empty', 'nobody', 'empty'],
  ['unreadable', 'ours', 'ours'],
  ['passed_on', 'nobody', 'no_result'],
  ['passed_on', 'source', 'source'],
  ['source_rejected_input', 'integrator', 'no_result'],
])('the result of %s by %s is %s', async (ending, responsible, result) => {
  const [row] = await db.execute(sql`
    SELECT ${resultOfRow} AS result FROM (VALUES (${ending}::text, ${responsible}::text))
      AS r(ending, responsible)`);
  expect(row).toEqual({ result });
});
