import type { Seen } from '@/acceptance/load/client';
import type { Sql } from '@/db/client';
import { keyFacts } from '@/lib/contract/idempotency-key';
import type { Credentials } from '@/testing/requests';
import type { Cluster, Customer } from './cluster';
import { judge, type Trail, type TrailRecord } from './judge';

/** Result of a check: problems are broken promises, `ambiguous` counts charged answers of 500. */
export interface Finding {
  readonly problems: readonly string[];
  readonly ambiguous: number;
}

interface RecordRow extends TrailRecord {
  readonly requestId: string;
}

const AT_ONCE = 5_000;

/** Compares what the clients saw with the database, request by request. */
export async function checkSeen(
  sql: Sql,
  seen: readonly Seen<Credentials & { readonly tarifa: bigint }>[],
): Promise<Finding> {
  const problems: string[] = [];
  let ambiguous = 0;
  for (let start = 0; start < seen.length; start += AT_ONCE) {
    const some = seen.slice(start, start + AT_ONCE);
    const trails = await trailsOf(
      sql,
      some.map(({ requestId }) => requestId),
    );
    for (const one of some) {
      const trail = trails.get(one.requestId) ?? { records: [], holds: 0 };
      const judgement = judge({ ...one, tarifa: one.customer.tarifa }, trail);
      if (judgement === 'ambiguous') ambiguous += 1;
      else if (judgement !== 'sound') problems.push(`${described(one)}: ${judgement.problem}`);
    }
  }
  return { problems, ambiguous };
}

function described({ requestId, lookup, status, text }: Seen): string {
  return `${requestId} (${lookup}, ${status} ${text})`;
}

async function trailsOf(
  sql: Sql,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, Trail>> {
  const ids = [...requestIds];
  // One snapshot: a query settled in between would seem to have both a hold and a record.
  const [holds, records] = await sql.begin('isolation level repeatable read read only', (tx) =>
    Promise.all([
      tx<{ requestId: string; count: number }[]>`
        SELECT request_id AS "requestId", count(*)::int AS count
        FROM holds WHERE request_id = ANY(${ids}::text[]) GROUP BY 1`,
      tx<RecordRow[]>`
        SELECT r.request_id AS "requestId", r.estado, r.status, r.charged, -l.amount AS paid,
          EXISTS (SELECT FROM ledger_entries d
            WHERE d.query_id = r.id AND d.kind = 'devolucion') AS returned
        FROM query_records r LEFT JOIN ledger_entries l ON l.query_id = r.id AND l.kind = 'cobro'
        WHERE r.request_id = ANY(${ids}::text[])`,
    ]),
  );
  const trails = new Map<string, { records: RecordRow[]; holds: number }>();
  for (const { requestId, count } of holds) trails.set(requestId, { records: [], holds: count });
  for (const record of records) {
    const trail = trails.get(record.requestId);
    if (trail === undefined) trails.set(record.requestId, { records: [record], holds: 0 });
    else trail.records.push(record);
  }
  return trails;
}

/** Lists keys charged more than once, or repeated free more often than a charge allows. */
export async function checkKeys(
  { sql }: Cluster,
  seen: readonly Seen<Customer>[],
): Promise<string[]> {
  const keyed = seen.filter(({ key, customer }) => key !== undefined && customer.tarifa > 0n);
  const rows = await sql<{ key: string; charged: number; free: number }[]>`
    SELECT * FROM (
      SELECT k.key, count(*) FILTER (WHERE l.amount < 0)::int AS charged,
        count(*) FILTER (WHERE l.amount = 0)::int AS free
      FROM unnest(${keyed.map(({ key = '' }) => key)}::text[],
          ${keyed.map(({ requestId }) => requestId)}::text[]) AS k(key, request_id)
        JOIN query_records r USING (request_id)
        JOIN ledger_entries l ON l.query_id = r.id AND l.kind = 'cobro'
      GROUP BY 1) AS keys
    WHERE charged > 1 OR free > ${keyFacts.keyRepetitions}`;
  return rows.map(({ key, charged, free }) => `${key}: charged ${charged} times, free ${free}`);
}

/** Lists queries that reached the source and left no hold or record, or reached it twice. */
export async function checkCalls(
  { sql }: Cluster,
  calls: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const known = await sql<{ requestId: string }[]>`
    SELECT request_id AS "requestId" FROM query_records UNION
    SELECT request_id FROM holds`;
  const accounted = new Set(known.map(({ requestId }) => requestId));
  return [...calls].flatMap(([requestId, times]) => [
    ...(accounted.has(requestId) ? [] : [`${requestId}: the source was asked, nothing is kept`]),
    ...(times === 1 ? [] : [`${requestId}: the source was asked ${times} times`]),
  ]);
}
