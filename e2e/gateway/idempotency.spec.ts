import { catalogs, cuiNit, registries, somebody } from '@/checks/lookups';
import { setIntegration } from '@/lib/integrations/set';
import { act } from '@/testing/integration';
import { expect, freshRequestId, test } from './fixtures';

/** Options beyond the contract: paying once per key, and receipts. */

const FREE = 'x-consulta-sin-cobro';
const json = cuiNit.question(somebody);

for (const lookup of catalogs) {
  test(`${lookup.name} repeated under its key is asked again and charged once`, async ({ api }) => {
    const as = await api.integration({ saldo: 5_000n, tarifa: 5_000n });
    const headers = { 'idempotency-key': freshRequestId() };
    const first = await api.ask(lookup, { as, json, headers });
    const second = await api.ask(lookup, { as, json: { ...json, ignored: 1 }, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers[FREE]).toBeUndefined();
    expect(second.headers[FREE]).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await api.balance(as)).toEqual({ saldo: 0n, reservado: 0n });
    expect((await api.records(as)).map(({ charged }) => charged)).toEqual([5_000n, 0n]);
    const without = await api.ask(lookup, { as, json });
    expect(without.status).toBe(402);
  });
}

test('a key of another body is refused, and a key that no header should hold', async ({ api }) => {
  const as = await api.integration();
  const headers = { 'idempotency-key': freshRequestId() };
  await api.ask(cuiNit, { as, json, headers });
  const reused = await api.ask(cuiNit, { as, json: { ...json, actualizado: true }, headers });
  expect([reused.status, reused.body]).toEqual([
    422,
    {
      message:
        'Esta Idempotency-Key ya se uso con otra consulta. Cada consulta necesita una clave propia, no una fija.',
    },
  ]);
  const odd = await api.ask(cuiNit, { as, json, headers: { 'idempotency-key': 'a b' } });
  expect([odd.status, odd.body]).toEqual([
    400,
    { message: 'El encabezado Idempotency-Key admite de 1 a 255 caracteres ASCII visibles.' },
  ]);
  expect(await api.records(as)).toHaveLength(1);
});

test('a key whose first query is under way is refused until that has ended', async ({ api }) => {
  const as = await api.integration({ saldo: 10_000n, tarifa: 5_000n });
  const headers = { 'idempotency-key': freshRequestId() };
  const requestId = freshRequestId();
  await api.gated('cui-nit', async () => {
    const first = api.ask(cuiNit, { as, json, headers, requestId });
    await api.source.until(requestId, 'underWay');
    const second = await api.ask(cuiNit, { as, json, headers });
    expect([second.status, second.body]).toEqual([
      409,
      {
        message:
          'La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.',
      },
    ]);
    await api.source.openGate();
    expect((await first).status).toBe(200);
  });
  expect(await api.balance(as)).toEqual({ saldo: 5_000n, reservado: 0n });
});

test('receipts tell query, cost and balance where wanted', async ({ api }) => {
  const as = await api.integration({ saldo: 12_345n, tarifa: 5_000n });
  const silent = await api.ask(cuiNit, { as, json });
  for (const name of ['x-consulta-id', 'x-consulta-cobro', 'x-saldo-disponible']) {
    expect(silent.headers[name]).toBeUndefined();
  }
  await act(api.db, setIntegration, { nombre: as.nombre, switches: { receipts_enabled: true } });
  const paid = await api.ask(cuiNit, { as, json });
  expect(paid.headers).toMatchObject({
    'x-consulta-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-consulta-cobro': '0.50',
    'x-saldo-disponible': '0.2345',
  });
  expect(paid.body).toEqual(silent.body);
  const refused = await api.ask(cuiNit, { as, json });
  expect(refused.status).toBe(402);
  expect(refused.headers['x-consulta-id']).toBeUndefined();
});

test('a registry charges nothing and does not look at the key', async ({ api }) => {
  const as = await api.integration();
  const headers = { 'idempotency-key': 'a b' };
  for (const lookup of registries) {
    const reply = await api.ask(lookup, { as, json: lookup.question(somebody), headers });
    expect([reply.status, reply.headers[FREE]]).toEqual([200, undefined]);
  }
});
