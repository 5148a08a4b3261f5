import { describe, expect, it } from 'vitest';
import { sharedDatabase } from '@/testing/database';

const { sql, holdOf, chargeOf, newIntegration } = sharedDatabase();

/** An integration with a top-up, one charge and one hold. */
async function busyIntegration() {
  const { id } = await newIntegration();
  const queryId = await chargeOf(id);
  await holdOf(id);
  return { id, queryId };
}

describe('the database refuses', () => {
  it.each([
    ['a balance below zero', 'saldo = -1, reservado = 0', 'accounts_covered'],
    ['a reservation below zero', 'reservado = -1', 'accounts_reservado'],
    ['more reserved than there is', 'reservado = saldo + 1', 'accounts_covered'],
    ['a tariff below zero', 'tarifa = -1', 'accounts_tarifa'],
  ])('%s', async (_, change, constraint) => {
    const { id } = await busyIntegration();
    const update = sql`UPDATE accounts SET ${sql.unsafe(change)} WHERE integration_id = ${id}`;
    await expect(update).rejects.toMatchObject({ constraint: constraint });
  });

  it('a second charge of one query', async () => {
    const { id, queryId } = await busyIntegration();
    const again = sql`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor)
      VALUES (${id}, 99, 'cobro', -1, 0, ${queryId}, now(), 'test')`;
    await expect(again).rejects.toMatchObject({ constraint: 'ledger_one_charge_per_query' });
  });

  it.each([
    ['a charge that adds', "'cobro', 5, gen_random_uuid(), now()"],
    ['a charge of no query', "'cobro', -5, NULL, NULL"],
    ['a top-up that takes', "'recarga', -5, NULL, NULL"],
    ['an adjustment of nothing', "'ajuste', 0, NULL, NULL"],
    ['another kind', "'regalo', 5, NULL, NULL"],
  ])('%s in the ledger', async (_, values) => {
    const { id } = await busyIntegration();
    const insert = sql`
      INSERT INTO ledger_entries (kind, amount, query_id, query_created_at, integration_id, seq,
        balance_after, actor)
      VALUES (${sql.unsafe(values)}, ${id}, 99, 0, 'test')`;
    await expect(insert).rejects.toMatchObject({ constraint: 'ledger_kind' });
  });

  it('a record that charges for anything but a 200, or has a status without an answer', async () => {
    const { queryId } = await busyIntegration();
    const change = (to: string) =>
      sql`UPDATE query_records SET ${sql.unsafe(to)} WHERE id = ${queryId}`;
    await expect(change('status = 404')).rejects.toMatchObject({
      constraint: 'query_records_charged',
    });
    await expect(change("estado = 'cancelada'")).rejects.toMatchObject({
      constraint: 'query_records_status',
    });
  });
});
