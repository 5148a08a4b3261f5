import { eq, sql } from 'drizzle-orm';
import { catalogs, cuiNit, omisos, somebody } from '@/checks/lookups';
import { holds, ledgerEntries } from '@/db/schema/index';
import { setTariff } from '@/lib/billing/tariffs';
import { act, type TestIntegration } from '@/testing/integration';
import { type Api, expect, expectError, freshRequestId, test } from './fixtures';

/** Amounts in 1/10000 quetzal. Charged is a catalog's 200, and nothing else, at the tariff. */

const TARIFA = 5_000n;
const NO_BALANCE = 'Tu integracion no tiene saldo disponible. Recarga para seguir consultando.';
const json = { nit: somebody.nit };

async function ledgerOf(api: Api, { id }: TestIntegration) {
  return api.db
    .select({
      seq: ledgerEntries.seq,
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.integrationId, id))
    .orderBy(ledgerEntries.seq);
}

for (const lookup of catalogs) {
  test(`[limits.rule-7.charged][money.ledger][money.conditions] ${lookup.name} costs its tariff once per 200`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 10_000n, tarifa: TARIFA });
    for (const balance of [5_000n, 0n]) {
      expect((await api.ask(lookup, { as, json })).status).toBe(200);
      expect(await api.balance(as)).toEqual({ saldo: balance, reservado: 0n });
    }
    expect(await ledgerOf(api, as)).toEqual([
      { seq: 1n, kind: 'recarga', amount: 10_000n, balanceAfter: 10_000n },
      { seq: 2n, kind: 'cobro', amount: -TARIFA, balanceAfter: 5_000n },
      { seq: 3n, kind: 'cobro', amount: -TARIFA, balanceAfter: 0n },
    ]);
    expect((await api.ask(lookup, { as, json })).status).toBe(402);
  });
}

test('[money.hold] a query under way holds its tariff', async ({ api }) => {
  const as = await api.integration({ saldo: TARIFA, tarifa: TARIFA });
  await api.gated('cui-nit', async () => {
    const requestId = freshRequestId();
    const first = api.ask(cuiNit, { as, json, requestId });
    await api.source.until(requestId, 'underWay');
    expect(await api.balance(as)).toEqual({ saldo: TARIFA, reservado: TARIFA });
    expect(await api.records(as)).toEqual([]);
    expectError(await api.ask(omisos, { as, json }), omisos, 402, NO_BALANCE);
    await api.source.openGate();
    expect((await first).status).toBe(200);
  });
  expect(await api.balance(as)).toEqual({ saldo: 0n, reservado: 0n });
});

test('[money.tariff] a query costs the tariff of the moment it was reserved', async ({ api }) => {
  const as = await api.integration({ saldo: 20_000n, tarifa: TARIFA });
  await api.gated('cui-nit', async () => {
    const requestId = freshRequestId();
    const first = api.ask(cuiNit, { as, json, requestId });
    await api.source.until(requestId, 'underWay');
    await act(api.db, setTariff, { nombre: as.nombre, tarifa: 10_000n });
    await api.source.openGate();
    expect((await first).status).toBe(200);
  });
  expect(await api.balance(as)).toEqual({ saldo: 15_000n, reservado: 0n });
  expect((await api.ask(cuiNit, { as, json })).status).toBe(200);
  expect(await api.balance(as)).toEqual({ saldo: 5_000n, reservado: 0n });
});

test('[money.interrupted] an answer after its hold was released is free', async ({ api }) => {
  const as = await api.integration({ saldo: TARIFA, tarifa: TARIFA });
  await api.gated('cui-nit', async () => {
    const requestId = freshRequestId();
    const late = api.ask(cuiNit, { as, json, requestId });
    await api.source.until(requestId, 'underWay');
    await api.db
      .update(holds)
      .set({ expiresAt: sql`clock_timestamp() - interval '1 second'` })
      .where(eq(holds.integrationId, as.id));
    // Needs the balance that the expired hold still keeps, so it is given back first.
    expect((await api.ask(omisos, { as, json })).status).toBe(200);
    await api.source.openGate();
    expectError(await late, cuiNit, 502, cuiNit.messages.unavailable);
  });
  expect(await api.balance(as)).toEqual({ saldo: 0n, reservado: 0n });
  expect(await api.records(as)).toMatchObject([
    { lookup: 'cui-nit', estado: 'interrumpida', status: null, charged: 0n },
    { lookup: 'omisos', estado: 'completada', status: 200, charged: TARIFA },
  ]);
});
