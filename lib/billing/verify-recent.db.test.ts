import { afterAll, describe, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { ownDatabase } from '@/testing/database';
import type { LedgerProblem } from './verify-ledger';
import { verifyRecent } from './verify-recent';

/** A database of its own: the planted defects would alarm every other test. */
const { databaseUrl, db, chargeOf, newIntegration, newIntegrations } = await ownDatabase();
const planting = connectSql(ownerUrlOf(databaseUrl), { max: 1 });
await planting`SET session_replication_role = replica`;

afterAll(() => planting.end());

const run = (previous?: unknown) => verifyRecent(db, previous, async () => {});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('reconciliation every few minutes', () => {
  it('looks at everything at first and once a day, else at what came since', async () => {
    const { id } = await newIntegration();
    await chargeOf(id);
    const first = await run();
    expect(first).toMatchObject({
      checked: { integrations: 1, entries: 2, records: 1 },
      problems: [],
    });
    expect(first.since).toBeUndefined();
    await chargeOf(id);
    const second = await run(first);
    expect(second).toMatchObject({ checked: { entries: 3, records: 2 }, problems: [] });
    expect(second.since).toBe(new Date(Date.parse(first.until) - 600_000).toISOString());
    expect(second.wholeAt).toBe(first.wholeAt);
    const aDayLater = await run({ ...second, wholeAt: minutesAgo(24 * 60 + 1) });
    expect(aDayLater.since).toBeUndefined();
  });

  it('looks at everything after a run by a clock that was ahead', async () => {
    const ahead = minutesAgo(-24 * 60 * 365);
    const next = await run({ ...(await run()), until: ahead, wholeAt: ahead });
    expect(next.since).toBeUndefined();
    expect(Date.parse(next.until)).toBeLessThanOrEqual(Date.now());
  });

  it('tells at once what is broken among what came since, and then looks at that again', async () => {
    const { id, nombre } = await newIntegration();
    const queryId = await chargeOf(id);
    const clean = await run();
    await planting`DELETE FROM query_records WHERE id = ${queryId}`;
    await planting`UPDATE ledger_entries SET balance_after = balance_after + 1
      WHERE query_id = ${queryId}`;
    const told: LedgerProblem[] = [];
    const found = await verifyRecent(db, clean, async (fresh, result) => {
      told.push(...fresh);
      // Continues from the last run if this one does not end.
      expect(result).toEqual({ ...clean, problems: told });
    });
    expect(told).toEqual(found.problems);
    expect(found.problems[0]?.nombre).toBe(nombre);
    const rules = found.problems.filter((one) => one.integrationId === id).map(({ rule }) => rule);
    expect(rules.sort()).toEqual([
      'a charge has its record',
      'balance after continues',
      'saldo = balance after the newest entry',
    ]);
    await planting`UPDATE ledger_entries SET created_at = created_at - interval '1 hour'`;
    await planting`UPDATE query_records SET created_at = created_at - interval '1 hour'`;
    const later = await run(found);
    expect(later.since).toBeDefined();
    expect(later.checked).toMatchObject({ entries: 0, records: 0 });
    expect(later.problems).toEqual(found.problems);
  });

  it('gives no false alarm while queries are charged', async () => {
    const accounts = await newIntegrations(3, { saldo: 10n ** 12n });
    const ids = accounts.map(({ id }) => id);
    let busy = true;
    const traffic = Array.from({ length: 8 }, async (_, place) => {
      while (busy) await chargeOf(ids[place % ids.length] ?? 0);
    });
    const found = [];
    for (let round = 0; round < 20; round++) found.push(...(await run()).problems);
    busy = false;
    await Promise.all(traffic);
    expect(found.filter(({ integrationId }) => ids.includes(integrationId))).toEqual([]);
  });

  it('sees every account, however long ago its last entry was', async () => {
    const { id } = await newIntegration();
    await planting`UPDATE ledger_entries SET created_at = '2020-01-01' WHERE integration_id = ${id}`;
    await planting`UPDATE accounts SET saldo = saldo + 1 WHERE integration_id = ${id}`;
    const last = { ...(await run()), until: minutesAgo(1) };
    const { problems } = await run(last);
    expect(problems.filter((one) => one.integrationId === id)).toMatchObject([
      { rule: 'saldo = balance after the newest entry' },
    ]);
  });
});
