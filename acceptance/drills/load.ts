import { randomUUID } from 'node:crypto';
import { Client, type Seen } from '@/acceptance/load/client';
import { withConnection } from '@/db/client';
import { wellKnown } from '@/simulator/well-known';
import type { Credentials } from '@/testing/requests';

interface LoadOptions {
  /** Base address of each request. */
  readonly url: () => string;
  readonly caller: Credentials;
  readonly perSecond: number;
}

/** Sends billed queries at a steady rate. */
export function steadyLoad({ url, caller, perSecond }: LoadOptions): Client {
  const client = new Client();
  const query = { customer: caller, lookup: 'cui-nit', person: wellKnown.individual } as const;
  client.steadily(perSecond, () => client.ask(url(), { requestId: randomUUID(), ...query }));
  return client;
}

/** Lists answers of 200 that were not charged exactly once, and others that were charged. */
export async function unpaidAnswers(databaseUrl: string, seen: readonly Seen[]): Promise<string[]> {
  const ids = seen.map(({ requestId }) => requestId);
  const rows = await withConnection(
    databaseUrl,
    (sql) => sql<{ requestId: string; paid: number }[]>`
      SELECT s.id AS "requestId", count(l.query_id)::int AS paid
      FROM unnest(${ids}::text[]) AS s(id)
        LEFT JOIN query_records r ON r.request_id = s.id AND r.status = 200
        LEFT JOIN ledger_entries l ON l.query_id = r.id AND l.kind = 'cobro'
        AND -l.amount = r.charged AND NOT EXISTS (SELECT FROM ledger_entries d
          WHERE d.query_id = r.id AND d.kind = 'devolucion')
      GROUP BY 1`,
  );
  const paid = new Map(rows.map((row) => [row.requestId, row.paid]));
  return seen.flatMap(({ requestId, status }) => {
    const times = paid.get(requestId) ?? 0;
    if (status === 200 && times !== 1)
      return [`${requestId}: answered 200, charged ${times} times`];
    if (typeof status === 'number' && status !== 200 && times > 0) {
      return [`${requestId}: answered ${status} and charged`];
    }
    return [];
  });
}
