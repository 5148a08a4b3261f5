import { expect, it } from 'vitest';
import { omisos } from '@/lib/sources/omisos';
import { accountOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, sql, newIntegration } = sharedDatabase();
const source = await startRawSource((_request, response) => {
  response.end('{"exito":true,"datos":{"NIT":"1"}}');
});

it('an answer whose proof cannot be signed leaves without it, charged once', async () => {
  const { gateway, log, ask } = openTestGateway(databaseUrl, source.url);
  const signProof = () => {
    throw new Error('The key is gone.');
  };
  Object.assign(gateway, { signProof });
  const as = await newIntegration({ switches: { proofs_enabled: true } });
  const { status, headers } = await ask(omisos, as);
  expect([status, headers['x-consulta-constancia']]).toEqual([200, undefined]);
  expect(await accountOf(sql, as.id)).toMatchObject({ saldo: 995_000n, reservado: 0n });
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', event: 'proof_failed' }));
  const { values } = await gateway.metrics.proofFailures.get();
  expect(values).toMatchObject([{ value: 1 }]);
});
