import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { held, queryOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { claimKey, releaseKey } from './idempotency';
import { createReserve } from './reserve';
import { createSettle, type Settle, settleUntil } from './settle';

const { databaseUrl, newIntegration } = sharedDatabase();
/** One session, which names the statements that it has prepared. */
const sql = connectSql(databaseUrl, { max: 1 });
afterAll(() => sql.end({ timeout: 5 }));

/** Tables whose rows belong to one integration: see docs/capacity.md. */
const SHARDED = ['accounts', 'holds', 'ledger_entries', 'query_records', 'idempotency_keys'];
const REFERENCE = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(${SHARDED.join('|')})\\b`,
  'g',
);

/** The innermost parentheses around a place in a statement, without those inside it. */
function scopeAround(statement: string, place: number): string {
  let from = place;
  for (let depth = 0; from > 0 && depth < 1; from -= 1) {
    if (statement[from - 1] === '(') depth += 1;
    else if (statement[from - 1] === ')') depth -= 1;
    if (depth === 1) break;
  }
  let to = place;
  for (let depth = 0; to < statement.length && depth < 1; to += 1) {
    if (statement[to] === ')') depth += 1;
    else if (statement[to] === '(') depth -= 1;
  }
  return statement.slice(from, to);
}

it('every statement of a billed query names the integration of each row that it touches', async () => {
  const { id } = await newIntegration();
  const settle = createSettle(sql);
  const reserve = createReserve(sql, settle);
  const query = queryOf(id);
  const keyed = { ...query, key: uuidv7(), digests: [Buffer.from('x')] };
  expect(await claimKey(sql, keyed)).toBe('charge');
  const hold = held(await reserve(query));
  let answered = false;
  const losesItsAnswer: Settle = async (...args) => {
    const outcome = await settle(...args);
    if (answered) return outcome;
    answered = true;
    throw new Error('The answer was lost.');
  };
  expect(
    await settleUntil(sql, losesItsAnswer, settlementOf(hold), performance.now() + 10_000),
  ).toBe('settled');
  await releaseKey(sql, keyed);
  expect(await claimKey(sql, { ...keyed, digests: [Buffer.from('y')] })).toBe('reused');
  const statements = await sql<
    { statement: string }[]
  >`SELECT statement FROM pg_prepared_statements`;
  const places = statements.flatMap(({ statement }) =>
    [...statement.matchAll(REFERENCE)].map((found) => ({
      table: found[1],
      scope: scopeAround(statement, found.index),
    })),
  );
  expect(new Set(places.map(({ table }) => table))).toEqual(new Set(SHARDED));
  const unkeyed = places.filter(({ scope }) => !/\bintegration_id\b/.test(scope));
  expect(unkeyed).toEqual([]);
});
