import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { connectSql } from '@/db/client';
import { createTestIntegration } from '@/testing/integration';
import { createReserve } from './reserve';
import { createSettle } from './settle';

const sql = connectSql(inject('databaseUrl'));
const settle = createSettle(sql);
const reserve = createReserve(sql, settle);

afterAll(() => sql.end());

function query(integrationId: number) {
  return {
    queryId: uuidv7(),
    integrationId,
    credentialId: 1,
    lookup: 'cui-nit' as const,
    identifiers: { nit: '48217638' },
    requestId: 'request-1',
  };
}

describe('two-phase billing', () => {
  it('admits exactly as many concurrent queries as the balance covers', async () => {
    const { id } = await createTestIntegration(inject('databaseUrl'), { saldo: 37n * 5_000n });
    const holds = await Promise.all(Array.from({ length: 200 }, () => reserve(query(id))));
    expect(holds.filter((hold) => hold !== undefined)).toHaveLength(37);
    const [account] = await sql`SELECT saldo, reservado FROM accounts WHERE integration_id = ${id}`;
    expect(account).toEqual({ saldo: 185_000n, reservado: 185_000n });
    const outcomes = await Promise.all(
      holds.flatMap((hold) =>
        hold === undefined
          ? []
          : [
              settle({
                hold,
                estado: 'completada',
                status: 200,
                outcome: 'found',
                durationMs: 1,
                sourceMs: 1,
              }),
            ],
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['settled']));
    const [after] =
      await sql`SELECT saldo, reservado, ledger_seq FROM accounts WHERE integration_id = ${id}`;
    expect(after).toEqual({ saldo: 0n, reservado: 0n, ledger_seq: 38n });
  });
});
