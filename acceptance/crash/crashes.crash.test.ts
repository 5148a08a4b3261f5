import { expect, it } from 'vitest';
import { Client } from '@/acceptance/load/client';
import { connectSql, type Sql } from '@/db/client';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { wellKnown } from '@/simulator/well-known';
import { accountOf } from '@/testing/billing';
import { type Harness, LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { everything } from '@/testing/scope';
import { runCrashes } from './rounds';

/** `npm run test:all` also kills the pages, under `npm run crash`. */
const KILLS = 3;

it('loses and invents no charge when each process in turn is killed under load', async () => {
  const lines: string[] = [];
  const report = await runCrashes({
    seed: 20_250_930,
    count: KILLS,
    seconds: 1,
    target: 'lookups',
    print: (line) => lines.push(line),
  });
  expect(report.problems, lines.join('\n')).toEqual([]);
  expect(report).toMatchObject({ kills: KILLS, ambiguous: 0 });
  expect(report.charges).toBeGreaterThan(0);
});

const SLOW = 'settled-too-late';
/** Settles the query of that request id later than the gateway waits. */
const SETTLES_SLOWLY = [
  `CREATE FUNCTION settle_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$`,
  `CREATE TRIGGER settle_slowly BEFORE INSERT ON query_records FOR EACH ROW
    WHEN (NEW.request_id = '${SLOW}') EXECUTE FUNCTION settle_slowly()`,
];
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 250 };

async function expectReturned(harness: Harness, sql: Sql): Promise<void> {
  const { databaseUrl } = harness;
  const amounts = { saldo: 1_000_000n, tarifa: 5_000n };
  const customer = await createTestIntegration(databaseUrl, amounts);
  const entries = () => sql`SELECT kind, amount, actor, nota FROM ledger_entries
    WHERE integration_id = ${customer.id} AND kind <> 'recarga' ORDER BY seq`;
  await asOwner(databaseUrl, ...SETTLES_SLOWLY);
  const [app] = await Promise.all([harness.startApp(), harness.startApp()]);
  const client = new Client();
  const query = { customer, lookup: 'cui-nit', person: wellKnown.individual } as const;
  expect(await client.ask(app.url, { requestId: SLOW, ...query })).toMatchObject({ status: 500 });
  await client.stop();
  await app.kill();
  // The statement goes on without the process that sent it.
  const charge = { kind: 'cobro', amount: -5_000n, actor: 'consulta', nota: null };
  await expect.poll(async () => (await entries())[0], WITHIN_A_MINUTE).toEqual(charge);
  const returned = { kind: 'devolucion', amount: 5_000n, ...UNDELIVERED };
  await expect.poll(entries, WITHIN_A_MINUTE).toEqual([charge, returned]);
  expect(await accountOf(sql, customer.id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
  expect(await harness.ledgerProblems()).toEqual([]);
}

// It waits for a slow statement, and for a task of the other instance.
if (everything) {
  it('another instance returns a charge committed after a 500 whose process was killed', async () => {
    const variables = { ...NO_LIMITS, ...LOOKUPS_ALONE, SOURCE_TIMEOUT_MS: '1000' };
    const harness = await startHarness(variables);
    const sql = connectSql(harness.databaseUrl, { max: 1 });
    harness.onStop(() => sql.end({ timeout: 5 }));
    await expectReturned(harness, sql).finally(harness.stop);
  });
}
