import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { isAnswer, readEnding, responsibleFor } from '@/lib/contract/ending';
import { sharedDatabase } from '@/testing/database';
import { resultOfRow } from './endings';

const { db } = sharedDatabase();

/** Words that the release before wrote. */
const EARLIER = [
  'found',
  'found_partial',
  'found_empty',
  'source_rejected_input',
  'source_not_found',
  'source_rejected_credentials',
  'source_no_balance',
  'source_denied',
  'source_limited',
  'source_unavailable',
  'interrupted',
  'client_gone',
  'failure',
];

it('rows of the release before have the ending and party that the gateway would decide', async () => {
  const statuses = [200, 201, 400, 401, 402, 403, 404, 409, 422, 429, 500, 503];
  const rows = await db.execute<{ outcome: string; status: number; ending: string; party: string }>(
    sql`SELECT o.outcome, s.status, ending_of(o.outcome, s.status) AS ending,
        responsible_for(ending_of(o.outcome, s.status), s.status) AS party
      FROM unnest(${`{${EARLIER.join(',')}}`}::text[]) AS o(outcome),
        unnest(${`{${statuses.join(',')}}`}::int[]) AS s(status)`,
  );
  expect(rows).toHaveLength(statuses.length * EARLIER.length);
  for (const { outcome, status, ending, party } of rows) {
    const word = readEnding(ending);
    const decided = isAnswer(word) ? { word, status, unreadable: [] } : { word };
    expect([outcome, status, party]).toEqual([outcome, status, responsibleFor(decided, 'renap')]);
  }
});

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
