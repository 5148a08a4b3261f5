import { expect, it } from 'vitest';
import { cuiNit } from '@/lib/sources/cui-nit';
import { chargesOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { openTestGateway, type TestGateway } from '@/testing/gateway';
import type { TestIntegration } from '@/testing/integration';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, sql, newIntegration } = sharedDatabase();
const source = await startRawSource((_request, response) => response.end('{"exito":true}'));

it('a key can be used again at once after its query ran out of time before the source', async () => {
  const hasty = openTestGateway(databaseUrl, source.url, { SOURCE_TIMEOUT_MS: '500' });
  const patient = openTestGateway(databaseUrl, source.url);
  const integration = await newIntegration();
  const ask = (gateway: TestGateway, as: TestIntegration) =>
    gateway.ask(cuiNit, as, { nit: '1' }, undefined, { 'idempotency-key': 'one' });
  await sql.begin(async (tx) => {
    // The reservation waits for the account until the time has passed.
    await tx`SELECT FROM accounts WHERE integration_id = ${integration.id} FOR UPDATE`;
    expect((await ask(hasty, integration)).status).toBe(502);
  });
  expect(hasty.log.at(-1)).toMatchObject({ outcome: 'out_of_time', responsible: 'ours' });
  expect((await ask(patient, integration)).status).toBe(200);
  expect(await chargesOf(sql, integration.id)).toEqual([5_000n]);
});
