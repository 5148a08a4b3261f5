import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listAudit } from '@/lib/audit/list';
import { DAY_MS } from '@/lib/base/time/time';
import { chargesOf, held, queryOf, settlementOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { act, createTestIntegration, type TestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import { listTariffs } from './list-tariffs';
import {
  cancelTariff,
  lockTariffs,
  type ScheduledTariff,
  type ShownTariffs,
  scheduleTariff,
  setTariff,
} from './tariffs';

const gateway = sharedDatabase();
/** Two instances of the gateway. */
const gateways = [gateway, sharedDatabase()];
const { databaseUrl, db, sql } = gateway;

const TARIFA = 5_000n;
const FAR = new Date(Date.now() + 100 * DAY_MS);
const FARTHER = new Date(Date.now() + 200 * DAY_MS);
const plain: Required<ShownTariffs> = { tarifa: TARIFA, scheduled: null };

function schedule({ nombre }: TestIntegration, next: ScheduledTariff, expected = plain) {
  return act(db, scheduleTariff, { nombre, ...next, expected });
}

function change({ nombre }: TestIntegration, shown: bigint, tarifa: bigint) {
  return act(db, setTariff, { nombre, tarifa, expected: { tarifa: shown } });
}

function cancel({ nombre }: TestIntegration, scheduled: ScheduledTariff) {
  return act(db, cancelTariff, { nombre, expected: { scheduled } });
}

async function history({ id }: TestIntegration) {
  const rows = await listTariffs(db, id, 100);
  return rows.map(({ tarifa, state }) => ({ tarifa, state }));
}

async function shownFor({ nombre }: TestIntegration): Promise<Required<ShownTariffs>> {
  const { tarifa, scheduled } = await db.transaction((tx) => lockTariffs(tx, nombre));
  return { tarifa, scheduled };
}

/** As if the scheduled instant had come: the account's and the history's alike. */
async function letPass({ id }: TestIntegration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`UPDATE tariffs SET holds_from = date_trunc('milliseconds', clock_timestamp())
      WHERE integration_id = ${id} AND holds_from > clock_timestamp() AND cancelled_at IS NULL`;
    await tx`UPDATE accounts SET next_tarifa_at = date_trunc('milliseconds', clock_timestamp())
      WHERE integration_id = ${id}`;
  });
}

describe('a scheduled tariff', () => {
  it('is to come, and the present one holds until then', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    const next = { tarifa: 7_000n, from: FAR };
    await schedule(account, next);
    expect(await shownFor(account)).toEqual({ tarifa: TARIFA, scheduled: next });
    expect(await history(account)).toEqual([
      { tarifa: 7_000n, state: 'to_come' },
      { tarifa: TARIFA, state: 'in_force' },
    ]);
    const [row] = await listAudit(db, { target: account.nombre }, 1);
    expect(row).toMatchObject({
      action: 'billing.schedule_tariff',
      before: { tarifa: '0.50' },
      after: { programada: '0.70', desde: FAR.toISOString() },
    });
  });

  it('gives way to another one, which leaves it cancelled in the history', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    const first = { tarifa: 7_000n, from: FAR };
    await schedule(account, first);
    await schedule(account, { tarifa: 8_000n, from: FARTHER }, { ...plain, scheduled: first });
    expect(await history(account)).toEqual([
      { tarifa: 8_000n, state: 'to_come' },
      { tarifa: 7_000n, state: 'cancelled' },
      { tarifa: TARIFA, state: 'in_force' },
    ]);
  });

  it('survives a change of the present one, and can be cancelled', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    const next = { tarifa: 7_000n, from: FAR };
    await schedule(account, next);
    await change(account, TARIFA, 6_000n);
    expect(await shownFor(account)).toEqual({ tarifa: 6_000n, scheduled: next });
    await cancel(account, next);
    expect(await shownFor(account)).toEqual({ tarifa: 6_000n, scheduled: null });
    expect(await history(account)).toEqual([
      { tarifa: 7_000n, state: 'cancelled' },
      { tarifa: 6_000n, state: 'in_force' },
      { tarifa: TARIFA, state: 'past' },
    ]);
    const [row] = await listAudit(db, { target: account.nombre }, 1);
    expect(row).toMatchObject({
      action: 'billing.cancel_tariff',
      before: { programada: '0.70', desde: FAR.toISOString() },
    });
  });

  it('once it holds is the present one: the next one is scheduled behind it', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    await schedule(account, { tarifa: 7_000n, from: FAR });
    await letPass(account);
    expect(await shownFor(account)).toEqual({ tarifa: 7_000n, scheduled: null });
    const next = { tarifa: 8_000n, from: FAR };
    await schedule(account, next, { tarifa: 7_000n, scheduled: null });
    expect(await shownFor(account)).toEqual({ tarifa: 7_000n, scheduled: next });
    expect(await history(account)).toEqual([
      { tarifa: 8_000n, state: 'to_come' },
      { tarifa: 7_000n, state: 'in_force' },
      { tarifa: TARIFA, state: 'past' },
    ]);
    const hold = held(await gateway.reserve(queryOf(account.id)));
    await gateway.settle(settlementOf(hold));
    expect(await chargesOf(sql, account.id)).toEqual([7_000n]);
  });

  it('is refused in the past, too far ahead, and below zero', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    for (const ms of [-1, 3 * 366 * DAY_MS, Number.NaN]) {
      const from = new Date(Date.now() + ms);
      const refused = schedule(account, { tarifa: 1n, from });
      await expect(refused).rejects.toMatchObject({ code: 'instant_invalid' });
    }
    const below = schedule(account, { tarifa: -1n, from: FAR });
    await expect(below).rejects.toMatchObject({ code: 'tariff_invalid' });
    expect(await history(account)).toEqual([{ tarifa: TARIFA, state: 'in_force' }]);
  });
});

describe('a form over tariffs that changed meanwhile', () => {
  const next = { tarifa: 7_000n, from: FAR };
  const changed = { code: 'changed_meanwhile' };

  it('is refused when another one is in force', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    await change(account, TARIFA, 6_000n);
    await expect(change(account, TARIFA, 8_000n)).rejects.toMatchObject(changed);
    await expect(schedule(account, next)).rejects.toMatchObject(changed);
  });

  it('is refused when one was scheduled, replaced or cancelled, or is in force by now', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    await schedule(account, next);
    await expect(schedule(account, { ...next, tarifa: 1n })).rejects.toMatchObject(changed);
    const moved = { ...next, from: FARTHER };
    await expect(cancel(account, moved)).rejects.toMatchObject(changed);
    await letPass(account);
    await expect(cancel(account, next)).rejects.toMatchObject(changed);
    expect(await shownFor(account)).toEqual({ tarifa: 7_000n, scheduled: null });
  });

  it('is accepted once of two at the same time', async () => {
    const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
    const both = [next, { tarifa: 9_000n, from: FARTHER }].map((one) => schedule(account, one));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await history(account)).map(({ state }) => state)).toEqual(['to_come', 'in_force']);
  });
});

it('a query that waits for its account over the instant pays the tariff of its date', async () => {
  const account = await createTestIntegration(databaseUrl, { tarifa: TARIFA });
  const query = queryOf(account.id);
  await sql`UPDATE accounts SET next_tarifa = 7000,
    next_tarifa_at = clock_timestamp() + interval '70 milliseconds'
    WHERE integration_id = ${account.id}`;
  const { reserving } = await sql.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${account.id} FOR UPDATE`;
    const waiting = gateway.reserve(query);
    for (let over = false; !over; ) {
      const [row] = await tx`SELECT clock_timestamp() > next_tarifa_at AS over FROM accounts
        WHERE integration_id = ${account.id}`;
      over = row?.over;
    }
    return { reserving: waiting };
  });
  held(await reserving);
  const [row] = await sql`
    SELECT amount, h.created_at >= next_tarifa_at AS after FROM holds h JOIN accounts
      USING (integration_id) WHERE query_id = ${query.queryId}`;
  expect(row).toEqual({ amount: 7_000n, after: true });
});

/** Steps of people at the tariffs while queries run; the numbers are milliseconds ahead. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), tarifa: fc.bigInt(1n, 9n) }),
  fc.record({
    kind: fc.constant('schedule' as const),
    tarifa: fc.bigInt(10n, 19n),
    aheadMs: fc.integer({ min: 5, max: 60 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(account: TestIntegration, taken: Step): Promise<void> {
  const shown = await shownFor(account);
  if (taken.kind === 'set') return change(account, shown.tarifa, taken.tarifa);
  if (taken.kind === 'cancel') {
    return shown.scheduled === null ? undefined : cancel(account, shown.scheduled);
  }
  const from = new Date(Date.now() + taken.aheadMs);
  return schedule(account, { tarifa: taken.tarifa, from }, shown);
}

it('every charge is the tariff that the history shows in force at its reservation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const account = await createTestIntegration(databaseUrl, {
        saldo: 10n ** 12n,
        tarifa: TARIFA,
      });
      let busy = true;
      const querying = gateways.flatMap(({ chargeOf }) =>
        Array.from({ length: 4 }, async () => {
          while (busy) await chargeOf(account.id);
        }),
      );
      // A refusal is a step that came too late: another one had taken over in between.
      for (const one of steps) await take(account, one).catch(refusedMeanwhile);
      await scheduledHasPassed(account);
      busy = false;
      await Promise.all(querying);
      const wrong = await sql`
        SELECT e.query_created_at, -e.amount AS charged, t.tarifa
        FROM ledger_entries e CROSS JOIN LATERAL (
          SELECT tarifa FROM tariffs
          WHERE integration_id = e.integration_id AND cancelled_at IS NULL
            AND holds_from <= e.query_created_at
          ORDER BY holds_from DESC, id DESC LIMIT 1) t
        WHERE e.integration_id = ${account.id} AND e.kind = 'cobro' AND -e.amount <> t.tarifa`;
      expect(wrong).toEqual([]);
    }),
    { numRuns: everything ? 8 : 3 },
  );
});

function refusedMeanwhile(error: unknown): void {
  expect(error).toMatchObject({
    code: expect.stringMatching(/^(changed_meanwhile|instant_invalid)$/),
  });
}

/** Waits until the scheduled tariff is in force and a few charges were made since. */
async function scheduledHasPassed({ id }: TestIntegration): Promise<void> {
  for (;;) {
    const rows = await sql`
      SELECT FROM ledger_entries e JOIN accounts a USING (integration_id)
      WHERE integration_id = ${id} AND e.kind = 'cobro'
        AND (a.next_tarifa_at IS NULL OR e.query_created_at > a.next_tarifa_at) LIMIT 5`;
    if (rows.length === 5) return;
  }
}
