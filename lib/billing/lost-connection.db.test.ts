import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectSql, type Sql } from '@/db/client';
import { accountOf, chargesOf, expire, recordsOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { startTcpProxy, type TcpProxy } from '@/testing/tcp-proxy';
import { interrupted } from './release-expired';
import { createSettle, type Settle, settleUntil } from './settle';

/** The database as others see it, past the proxy. */
const { databaseUrl, sql: direct, settle: directSettle, holdOf, newIntegration } = sharedDatabase();

let proxy: TcpProxy;
let sql: Sql;
let settle: Settle;

beforeEach(async () => {
  proxy = await startTcpProxy(databaseUrl);
  sql = connectSql(proxy.url, { max: 2 });
  settle = createSettle(sql);
});

afterEach(async () => {
  await sql.end({ timeout: 0 });
  await proxy.close();
});

const inSeconds = (seconds: number) => performance.now() + seconds * 1_000;

async function heldQuery() {
  const { id } = await newIntegration();
  return { id, hold: await holdOf(id) };
}

/**
 * Warms the pool up, so that what is broken next is a statement and not the making of a connection.
 */
async function warm(): Promise<void> {
  await Promise.all([sql`SELECT 1`, sql`SELECT 2`]);
  const { hold } = await heldQuery();
  await settle(settlementOf(hold));
}

describe('settling over a connection that breaks', () => {
  it('charges once when the answer to the commit was lost', async () => {
    await warm();
    const { id, hold } = await heldQuery();
    proxy.loseNextAnswer();
    expect(await settleUntil(sql, settle, settlementOf(hold), inSeconds(10))).toBe('settled');
    expect(await chargesOf(direct, id)).toEqual([5_000n]);
    expect(await recordsOf(direct, id)).toHaveLength(1);
    expect(await accountOf(direct, id)).toMatchObject({ saldo: 995_000n, reservado: 0n });
  });

  it('charges once when the server ended the session in the middle of the statement', async () => {
    await warm();
    const { id, hold } = await heldQuery();
    const blocked = await direct.begin(async (tx) => {
      await tx`SELECT FROM accounts WHERE integration_id = ${id} FOR UPDATE`;
      const settling = settleUntil(sql, settle, settlementOf(hold), inSeconds(10));
      for (let ended = 0; ended === 0; ) {
        const rows = await tx`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
        ended = rows.length;
      }
      return { settling };
    });
    expect(await blocked.settling).toBe('settled');
    expect(await chargesOf(direct, id)).toEqual([5_000n]);
  });

  it('reports a hold as released when that happened while the server was away', async () => {
    await warm();
    const { id, hold } = await heldQuery();
    await proxy.cut();
    const settling = settleUntil(sql, settle, settlementOf(hold), inSeconds(10));
    await expire(direct, hold);
    expect(await directSettle(interrupted(hold))).toBe('settled');
    await proxy.mend();
    expect(await settling).toBe('released');
    expect(await chargesOf(direct, id)).toEqual([]);
  });

  it('is asked again at once when the server is back after a busy outage', async () => {
    await warm();
    const { hold } = await heldQuery();
    await proxy.cut();
    for (let failures = 0; failures < 9; failures++) {
      await expect(sql`SELECT 1`).rejects.toThrow();
    }
    await proxy.mend();
    const askedAt = performance.now();
    expect(await settleUntil(sql, settle, settlementOf(hold), inSeconds(10))).toBe('settled');
    expect(performance.now() - askedAt).toBeLessThan(2_000);
  });

  it('does not wait for ever for a connection that went silent', async () => {
    const { id, hold } = await heldQuery();
    const neighbour = await heldQuery();
    await sql`SELECT 'the one connection that is open'`;
    const impatient = createSettle(sql, { timeoutMs: 200 });
    proxy.silence();
    const outcomes = [hold, neighbour.hold].map((one) =>
      settleUntil(sql, impatient, settlementOf(one), inSeconds(10)),
    );
    expect(await Promise.all(outcomes)).toEqual(['settled', 'settled']);
    expect(await chargesOf(direct, id)).toEqual([5_000n]);
    expect(await chargesOf(direct, neighbour.id)).toEqual([5_000n]);
  });

  it('is unknown when the time ends first, and the hold stays for the sweep', async () => {
    const { id, hold } = await heldQuery();
    await proxy.cut();
    expect(await settleUntil(sql, settle, settlementOf(hold), inSeconds(0.3))).toBe('unknown');
    expect(await accountOf(direct, id)).toMatchObject({ saldo: 1_000_000n, reservado: 5_000n });
  });
});
