import { eq } from 'drizzle-orm';
import { catalogs, lookups, somebody } from '@/cli/conformance/lookups';
import { integrations } from '@/db/schema/index';
import { reserved } from '@/simulator/reserved';
import { expect, freshRequestId, test } from './fixtures';

/** What an integrator may ask for beyond the contract: paying once per key, and receipts. */

const FREE = 'x-consulta-sin-cobro';

for (const lookup of catalogs) {
  const json = lookup.question(somebody);

  test(`${lookup.name} asked again under its key is made again and charged once`, async ({
    api,
  }) => {
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

  test(`${lookup.name} that was not charged is charged when its key comes again`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 10_000n, tarifa: 5_000n });
    const headers = { 'idempotency-key': freshRequestId() };
    const failing = lookup.question(reserved('status-503'));
    for (let n = 0; n < 2; n++) {
      const reply = await api.ask(lookup, { as, json: failing, headers });
      expect(reply.status).toBe(502);
      expect(reply.headers[FREE]).toBeUndefined();
    }
    expect(await api.balance(as)).toEqual({ saldo: 10_000n, reservado: 0n });
  });

  test(`${lookup.name} refuses a key of another body, and one that no header should hold`, async ({
    api,
  }) => {
    const as = await api.integration();
    const headers = { 'idempotency-key': freshRequestId() };
    await api.ask(lookup, { as, json, headers });
    const reused = await api.ask(lookup, { as, json: { ...json, actualizado: true }, headers });
    expect([reused.status, reused.body]).toEqual([
      422,
      { message: 'Esta Idempotency-Key ya se uso con otra consulta. Envia una nueva.' },
    ]);
    const odd = await api.ask(lookup, { as, json, headers: { 'idempotency-key': 'a b' } });
    expect([odd.status, odd.body]).toEqual([
      400,
      { message: 'El encabezado Idempotency-Key admite de 1 a 255 caracteres ASCII visibles.' },
    ]);
    expect(await api.records(as)).toHaveLength(1);
  });

  test(`${lookup.name} tells that the first query under the key is under way`, async ({ api }) => {
    const as = await api.integration({ saldo: 10_000n, tarifa: 5_000n });
    const headers = { 'idempotency-key': freshRequestId() };
    const requestId = freshRequestId();
    await api.gated(lookup.name, async () => {
      const first = api.ask(lookup, { as, json, headers, requestId });
      await api.source.until(requestId, 'underWay');
      const second = await api.ask(lookup, { as, json, headers });
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

  test(`${lookup.name} of an integration that wants receipts tells query, cost and balance`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 12_345n, tarifa: 5_000n });
    const silent = await api.ask(lookup, { as, json });
    for (const name of ['x-consulta-id', 'x-consulta-cobro', 'x-saldo-disponible']) {
      expect(silent.headers[name]).toBeUndefined();
    }
    await api.db
      .update(integrations)
      .set({ receiptsEnabled: true })
      .where(eq(integrations.id, as.id));
    const paid = await api.ask(lookup, { as, json });
    expect(paid.headers).toMatchObject({
      'x-consulta-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-consulta-cobro': '0.50',
      'x-saldo-disponible': '0.2345',
    });
    expect(paid.body).toEqual(silent.body);
    const refused = await api.ask(lookup, { as, json });
    expect(refused.status).toBe(402);
    expect(refused.headers['x-consulta-id']).toBeUndefined();
  });
}

test('a registry charges nothing and does not look at the key', async ({ api }) => {
  const as = await api.integration();
  const headers = { 'idempotency-key': 'a b' };
  for (const lookup of lookups.filter(({ kind }) => kind === 'registry')) {
    const reply = await api.ask(lookup, { as, json: lookup.question(somebody), headers });
    expect(reply.status).toBe(200);
    expect(reply.headers[FREE]).toBeUndefined();
  }
});
