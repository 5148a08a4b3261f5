import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSql, type Sql } from '@/db/client';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { accountOf } from '@/testing/billing';
import { type Harness, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { send } from './load';

const SALDO = 1_000_000n;
const TARIFA = 5_000n;
const SLOW = 'settled-too-late';
/** The harness builds the app when that is due. */
const BUILD_MS = 240_000;
const WITHIN_A_MINUTE = { timeout: 60_000, interval: 250 };

const agent = new Agent();
let harness: Harness;
let sql: Sql;

beforeAll(async () => {
  harness = await startHarness({ ...NO_LIMITS, SOURCE_TIMEOUT_MS: '1000' });
  sql = connectSql(harness.databaseUrl, { max: 1 });
}, BUILD_MS);
afterAll(async () => {
  await agent.destroy();
  await sql?.end({ timeout: 5 });
  await harness?.stop();
});

/** Makes the database take longer for one settlement than the gateway waits for it. */
function delaySettlement(requestId: string): Promise<void> {
  return asOwner(
    harness.databaseUrl,
    `CREATE FUNCTION settle_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$`,
    `CREATE TRIGGER settle_slowly BEFORE INSERT ON query_records FOR EACH ROW
      WHEN (NEW.request_id = '${requestId}') EXECUTE FUNCTION settle_slowly()`,
  );
}

it('another instance returns a charge committed after a 500 whose process was killed', async () => {
  const customer = await createTestIntegration(harness.databaseUrl, {
    saldo: SALDO,
    tarifa: TARIFA,
  });
  const entries = () => sql`SELECT kind, amount, actor, nota FROM ledger_entries
    WHERE integration_id = ${customer.id} AND kind <> 'recarga' ORDER BY seq`;
  const { path, bodyFor } = lookupFacts['cui-nit'];
  const body = bodyFor(wellKnown.individual);
  await delaySettlement(SLOW);
  const [app] = await Promise.all([harness.startApp(), harness.startApp()]);
  const answer = await send(agent, app.url + path, { requestId: SLOW, customer, body });
  expect(answer).toMatchObject({ kind: 'answer', status: 500 });
  await app.kill();
  // The statement goes on without the process that sent it.
  const charge = { kind: 'cobro', amount: -TARIFA, actor: 'consulta', nota: null };
  await expect.poll(async () => (await entries())[0], WITHIN_A_MINUTE).toEqual(charge);
  const returned = { kind: 'devolucion', amount: TARIFA, ...UNDELIVERED };
  await expect.poll(entries, WITHIN_A_MINUTE).toEqual([charge, returned]);
  expect(await accountOf(sql, customer.id)).toMatchObject({ saldo: SALDO, reservado: 0n });
  expect(await harness.ledgerProblems()).toEqual([]);
});
