import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { Span } from '@/lib/base/time/time';
import { FAILURES, type Failure } from '@/lib/contract/failures';

export interface RefusalsByReason {
  readonly reason: Failure;
  readonly refusals: number;
}

export async function countRefusals(
  db: Database,
  { from }: Pick<Span, 'from'>,
): Promise<RefusalsByReason[]> {
  const rows = await db.execute<{ reason: string; refusals: number }>(sql`
    SELECT reason, sum(refusals)::int AS refusals FROM refusal_counts
    WHERE minute >= ${from.toISOString()}::timestamptz GROUP BY 1`);
  const counted = new Map(rows.map(({ reason, refusals }) => [reason, refusals]));
  return FAILURES.map((reason) => ({ reason, refusals: counted.get(reason) ?? 0 }))
    .filter(({ refusals }) => refusals > 0)
    .sort((one, other) => other.refusals - one.refusals);
}
