import { describe, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { MINUTE_MS } from '@/lib/base/time/time';
import { sharedDatabase } from '@/testing/database';
import { type RefusalFilter, refusalsByReason, refusalTotal } from './list-refusals';
import { RefusalCounter, type UnrecordedRefusal } from './refusals';

const { databaseUrl, db, sql } = sharedDatabase();

const noon = Date.UTC(2026, 0, 15, 12);

function refusal(changes: Partial<UnrecordedRefusal>): UnrecordedRefusal {
  return {
    integrationId: null,
    nombre: 'x',
    lookup: 'rtu',
    reason: 'credentials_unknown',
    address: '',
    ...changes,
  };
}

function written(integrationId: number) {
  return sql`
    SELECT minute, nombre, lookup, reason, refusals FROM refusal_counts
    WHERE integration_id = ${integrationId} ORDER BY minute, nombre`;
}

describe('refusals before the source', () => {
  it('are counted by minute, over several writings and instances', async () => {
    const integrationId = 1_900_000_001;
    const [one, other] = [new RefusalCounter(), new RefusalCounter()];
    const known = refusal({ integrationId, nombre: '', reason: 'rate_limit' });
    one.count(known, noon);
    one.count(known, noon + MINUTE_MS - 1);
    one.count(known, noon + MINUTE_MS);
    other.count(known, noon);
    await Promise.all([one.write(sql), other.write(sql)]);
    one.count(known, noon);
    await one.write(sql);
    await one.write(sql);
    const row = { nombre: '', lookup: 'rtu', reason: 'rate_limit' };
    expect(await written(integrationId)).toEqual([
      { ...row, minute: new Date(noon), refusals: 4 },
      { ...row, minute: new Date(noon + MINUTE_MS), refusals: 1 },
    ]);
  });

  it('are kept while the database cannot be reached', async () => {
    const integrationId = 1_900_000_002;
    const counter = new RefusalCounter();
    counter.count(refusal({ integrationId }), noon);
    const gone = connectSql(databaseUrl);
    await gone.end();
    await expect(counter.write(gone)).rejects.toThrow();
    counter.count(refusal({ integrationId }), noon);
    await counter.write(sql);
    expect(await written(integrationId)).toMatchObject([{ nombre: 'x', refusals: 2 }]);
  });

  it('are found by reason and by the status that their lookup answers', async () => {
    const id = 1_900_000_004;
    const counter = new RefusalCounter();
    const known = refusal({ integrationId: id, nombre: '' });
    const suspended = { ...known, reason: 'integration_suspended' } as const;
    counter.count({ ...suspended, lookup: 'omisos' }, noon);
    counter.count({ ...suspended, lookup: 'renap' }, noon + MINUTE_MS);
    for (const at of [1, 2, 3]) counter.count({ ...known, reason: 'rate_limit' }, noon + at);
    await counter.write(sql);
    const span = { from: new Date(noon), to: new Date(noon + 2 * MINUTE_MS) };
    const integrations = new Map([[id, 'x']]);
    const found = async (filter: RefusalFilter) => {
      const all = { ...filter, integrations };
      const sort = { column: 'last', direction: 'desc' } as const;
      const rows = await refusalsByReason(db, all, span, { sort, limit: 1 });
      const listed = rows.map(({ reason, lookup, rows: count }) => [reason, lookup, count]);
      return [listed, await refusalTotal(db, all, span)];
    };
    expect(await found({})).toEqual([[['integration_suspended', 'renap', 3]], 5]);
    expect(await found({ status: 401 })).toEqual([[['integration_suspended', 'omisos', 1]], 1]);
    expect(await found({ status: '4xx', reason: 'rate_limit' })).toEqual([
      [['rate_limit', 'rtu', 1]],
      3,
    ]);
    expect(await found({ status: 'none' })).toEqual([[], 0]);
    expect((await found({ status: 'not-200' }))[1]).toBe(5);
  });

  it('take no more memory than a thousand names, however many come', async () => {
    const integrationId = 1_900_000_003;
    const counter = new RefusalCounter();
    for (let n = 0; n < 1_500; n++)
      counter.count(refusal({ integrationId, nombre: `n${n}` }), noon);
    await counter.write(sql);
    const rows = await written(integrationId);
    expect(rows).toHaveLength(1_001);
    expect(rows[0]).toMatchObject({ nombre: '', refusals: 500 });
  });
});
