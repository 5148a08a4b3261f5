import { expect, it } from 'vitest';
import { returnUndelivered } from '@/lib/billing/undelivered';
import { cuiNit } from '@/lib/sources/cui-nit';
import { accountOf, chargesOf, recordsOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const CEILING_MS = 3_000;
/** More than four fifths of the ceiling. */
const SLOW_MS = 2_500;

let reached: () => void = () => {};
const { databaseUrl, db, sql, newIntegration } = await ownDatabase();
const source = await startRawSource((_request, response) => {
  reached();
  setTimeout(() => response.end('{"exito":true,"datos":{}}'), SLOW_MS);
});
const test = openTestGateway(databaseUrl, source.url, { SOURCE_TIMEOUT_MS: String(CEILING_MS) });

it('gives the source the whole ceiling', async () => {
  const integration = await newIntegration();
  const { status } = await test.ask(cuiNit, integration);
  expect(status).toBe(200);
  expect(await recordsOf(sql, integration.id)).toMatchObject([{ status: 200 }]);
});

it('returns the charge of a settlement that commits after its 500', async () => {
  // Its statements wait for the locked account until their deadline has passed.
  const patient = openTestGateway(`${databaseUrl}?lock_timeout=4500`, source.url, {
    SOURCE_TIMEOUT_MS: String(CEILING_MS),
  });
  const integration = await newIntegration();
  const afterReservation = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const asked = patient.ask(cuiNit, integration);
  await afterReservation;
  await sql.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${integration.id} FOR UPDATE`;
    expect((await asked).status).toBe(500);
    expect(await sql`SELECT FROM undelivered_answers`).toHaveLength(1);
  });
  while ((await chargesOf(sql, integration.id)).length === 0) await returnUndelivered(sql, db);
  await returnUndelivered(sql, db);
  expect(await accountOf(sql, integration.id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
});

it('leaves the settlement two seconds of its own after the ceiling', async () => {
  const integration = await newIntegration();
  const afterReservation = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const startedAt = performance.now();
  const asked = test
    .ask(cuiNit, integration)
    .then(({ status }) => ({ status, durationMs: performance.now() - startedAt }));
  await afterReservation;
  await sql.begin(async (tx) => {
    await tx`SELECT FROM accounts WHERE integration_id = ${integration.id} FOR UPDATE`;
    await tx`SELECT pg_sleep(3)`;
  });
  const { status, durationMs } = await asked;
  expect(status).toBe(200);
  expect(durationMs).toBeGreaterThan(CEILING_MS);
  expect(await chargesOf(sql, integration.id)).toEqual([5_000n]);
  expect(await accountOf(sql, integration.id)).toMatchObject({ reservado: 0n });
});
