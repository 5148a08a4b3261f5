import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createLogger } from '@/lib/base/telemetry/log';
import { DAY_MS } from '@/lib/base/time/time';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { asOwner } from '@/testing/postgres';
import { makePartition } from '@/testing/records';
import { createTestUser, signedIn } from '@/testing/users';
import { retain } from './retention';

/** Retention looks at everything. */
const { databaseUrl, db, sql, settle, holdOf, newIntegration } = await ownDatabase();

const lines: object[] = [];
const log = createLogger({ write: (line) => void lines.push(JSON.parse(line)) });

const KEPT = { identifiersDays: 90, recordsMonths: 13 };

function monthsAgo(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
}

const partitionOf = (at: Date) => makePartition(sql, at.toISOString().slice(0, 7));

/** A charged query of another time, as a settlement would have left it. */
async function recordAt(integrationId: number, at: Date): Promise<string> {
  await partitionOf(at);
  const id = uuidv7();
  await sql`
    WITH charged AS (
      UPDATE accounts SET saldo = saldo - 5000, ledger_seq = ledger_seq + 1,
        spent_on = guatemala_date(now()), spent_day = spent_day + 5000,
        spent_month = spent_month + 5000
      WHERE integration_id = ${integrationId} RETURNING *
    ), posted AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor)
      SELECT integration_id, ledger_seq, 'cobro', -5000, saldo, ${id}, ${at.toISOString()}::text::timestamptz, 'consulta'
      FROM charged
    )
    INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
      responsible, charged, identifiers, identifier_keys, request_id, created_at)
    SELECT ${id}, integration_id, 1, 'cui-nit', 'completada', 200, 'found', 'nobody', 5000, '\x01', '{7}',
      'r', ${at.toISOString()}::text::timestamptz
    FROM charged`;
  return id;
}

function sealedIds() {
  return sql<{ id: string }[]>`
    SELECT id FROM query_records WHERE identifiers IS NOT NULL OR identifier_keys <> '{}'
    ORDER BY created_at`;
}

describe('retention', () => {
  it('removes what was asked after its days and records after their months, and no money', async () => {
    const { id } = await newIntegration();
    const now = Date.now();
    const fresh = await recordAt(id, new Date(now - 89 * DAY_MS));
    const stale = await recordAt(id, new Date(now - 91 * DAY_MS));
    const edge = monthsAgo(13);
    const oldest = await recordAt(id, edge);
    const gone = monthsAgo(14);
    const goneTable = await partitionOf(gone);
    const goneId = await recordAt(id, gone);
    // One that was taken off by a process that died before it could drop it.
    const orphan = await partitionOf(monthsAgo(15));
    await asOwner(databaseUrl, `ALTER TABLE query_records DETACH PARTITION ${orphan}`);

    const first = await retain(db, KEPT, undefined, log);
    expect(first).toMatchObject({ monthsDropped: [orphan], identifiersRemoved: 3 });
    expect((await sealedIds()).map((row) => row.id)).toEqual([fresh]);
    const kept = await sql<{ id: string }[]>`SELECT id FROM query_records ORDER BY created_at`;
    expect(kept.map((row) => row.id)).toEqual([goneId, oldest, stale, fresh]);
    const charges = await sql`SELECT FROM ledger_entries WHERE kind = 'cobro'`;
    expect(charges).toHaveLength(4);
    expect((await verifyLedger(db)).problems).toEqual([]);

    const second = await retain(db, KEPT, first, log);
    expect(second).toMatchObject({ monthsDropped: [goneTable], identifiersRemoved: 0 });
    const shorter = await retain(db, { ...KEPT, identifiersDays: 30 }, second, log);
    expect(shorter).toMatchObject({ identifiersRemoved: 1 });
    expect(await sealedIds()).toEqual([]);
  });

  it('goes on where it was when the clocks had been ahead', async () => {
    const { id } = await newIntegration();
    const stale = await recordAt(id, new Date(Date.now() - 91 * DAY_MS));
    const identifiersUntil = new Date(Date.now() + 275 * DAY_MS).toISOString();
    await retain(db, KEPT, { identifiersUntil }, log);
    expect((await sealedIds()).map((row) => row.id)).not.toContain(stale);
  });

  it('deletes nothing while the newest record lies in the future, and says so', async () => {
    const { id } = await newIntegration();
    const table = await partitionOf(monthsAgo(40));
    const stale = await recordAt(id, new Date(Date.now() - 91 * DAY_MS));
    const ahead = uuidv7();
    await sql`
      INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
        responsible, charged, identifier_keys, request_id, created_at)
      SELECT ${ahead}, ${id}, 1, 'rtu', 'completada', 404, 'passed_on', 'nobody', 0, '{}', 'r',
        now() + interval '10 minutes'`;
    const skipped = await retain(db, KEPT, { identifiersUntil: 'kept' }, log);
    expect(skipped).toMatchObject({ clockProblem: 'behind', identifiersUntil: 'kept' });
    expect(lines.at(-1)).toMatchObject({ event: 'clock_apart', problem: 'behind' });
    expect((await sealedIds()).map((row) => row.id)).toContain(stale);
    const drop = sql`SELECT drop_query_record_partition(${table}, now())`;
    await expect(drop).rejects.toThrow('the clocks are apart');
    await sql`DELETE FROM query_records WHERE id = ${ahead}`;
    const early = sql`SELECT drop_query_record_partition(${table}, now() - interval '400 days')`;
    await expect(early).rejects.toThrow();
    expect(await retain(db, KEPT, skipped, log)).toMatchObject({ monthsDropped: [table] });
  });

  it('takes a month off while queries are being recorded', async () => {
    const { id } = await newIntegration({ saldo: 100_000_000n });
    const table = await partitionOf(monthsAgo(20));
    const state = { stop: false, asked: 0 };
    const callers = Array.from({ length: 10 }, async () => {
      while (!state.stop) {
        const hold = await holdOf(id);
        expect(await settle(settlementOf(hold))).toBe('settled');
        state.asked += 1;
      }
    });
    await expect.poll(() => state.asked).toBeGreaterThan(20);
    const retained = await retain(db, KEPT, undefined, log);
    const sofar = state.asked;
    await expect.poll(() => state.asked).toBeGreaterThan(sofar + 20);
    state.stop = true;
    await Promise.all(callers);
    expect(retained).toMatchObject({ monthsDropped: [table] });
    expect((await verifyLedger(db)).problems).toEqual([]);
  });

  it('leaves a month that is being read to the next run, and does the rest', async () => {
    const { id } = await newIntegration();
    const stale = await recordAt(id, new Date(Date.now() - 91 * DAY_MS));
    const table = await partitionOf(monthsAgo(30));
    const readers = await sql.reserve();
    await readers`BEGIN`;
    await readers`SELECT count(*) FROM query_records`;
    expect(await retain(db, KEPT, undefined, log)).toMatchObject({ monthsDropped: [] });
    expect((await sealedIds()).map((row) => row.id)).not.toContain(stale);
    await readers`COMMIT`;
    readers.release();
    expect(await retain(db, KEPT, undefined, log)).toMatchObject({ monthsDropped: [table] });
  });

  it('deletes sessions, throttles, links and codes that have no effect any more', async () => {
    const { id, email } = await createTestUser(db);
    const session = await signedIn(db, email);
    await sql`
      INSERT INTO console_sessions (id, user_id, session_version, address, created_at, ended_at)
      SELECT gen_random_uuid(), ${id}, 1, '192.0.2.1', now() - age, now() - ended
      FROM (VALUES (interval '2 days', NULL), ('1 hour', interval '1 minute')) AS s(age, ended)`;
    const later = sql`now() + interval '1 minute'`;
    await sql`
      INSERT INTO sign_in_throttles (key, failures, window_ends_at, blocked_until)
      VALUES ('over', 9, now(), now()), ('counting', 1, ${later}, NULL), ('blocked', 9, now(), ${later})`;
    await sql`
      INSERT INTO invitations (digest, user_id, expires_at, used_at)
      VALUES ('open', ${id}, ${later}, NULL), ('old', ${id}, now(), NULL), ('used', ${id}, ${later}, now())`;
    await sql`
      INSERT INTO recovery_codes (user_id, digest, used_at)
      VALUES (${id}, 'unused', NULL), (${id}, 'used', now())`;
    expect(await retain(db, KEPT, undefined, log)).toMatchObject({ signInsForgotten: 6 });
    expect(await sql`SELECT id FROM console_sessions`).toEqual([{ id: session.sessionId }]);
    expect(
      await sql`SELECT key FROM sign_in_throttles
      WHERE key IN ('over', 'counting', 'blocked') ORDER BY key`.values(),
    ).toEqual([['blocked'], ['counting']]);
    expect(await sql`SELECT encode(digest, 'escape') FROM invitations`.values()).toEqual([
      ['open'],
    ]);
    expect(await sql`SELECT encode(digest, 'escape') FROM recovery_codes`.values()).toEqual([
      ['unused'],
    ]);
  });
});
