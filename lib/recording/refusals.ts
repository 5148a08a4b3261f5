import type { Sql } from '@/db/client';
import { MINUTE_MS } from '@/lib/base/time/time';
import type { Failure } from '@/lib/contract/failures';
import type { Lookup } from '@/lib/contract/lookups';
import { type Counted, Tally } from './tally';

/** A request that ended before its source and so leaves no record. */
export interface UnrecordedRefusal {
  /** Null without valid credentials. */
  readonly integrationId: number | null;
  /** The sent name if there are no valid credentials; empty if it cannot be a name. */
  readonly nombre: string;
  readonly lookup: Lookup;
  readonly reason: Failure;
  /** Address of a caller without valid credentials; empty for an integration. */
  readonly address: string;
}

/** Integration id that is stored without valid credentials: a key of a table is never null. */
export const NOBODY = 0;

interface RefusalOfMinute extends UnrecordedRefusal {
  readonly minute: string;
}

/** Refusals beyond this many are counted without name and address, which anybody can invent. */
const MAX_COUNTED = 1_000;

export class RefusalCounter extends Tally<RefusalOfMinute> {
  count(refusal: UnrecordedRefusal, now = Date.now()): void {
    const { integrationId, lookup, reason } = refusal;
    const crowded = this.size >= MAX_COUNTED;
    const nombre = crowded ? '' : refusal.nombre;
    const address = crowded ? '' : refusal.address;
    const minute = new Date(now - (now % MINUTE_MS)).toISOString();
    this.add({ minute, integrationId, nombre, lookup, reason, address });
  }

  protected override async store(sql: Sql, counts: readonly Counted<RefusalOfMinute>[]) {
    const items = counts.map(({ item }) => item);
    await sql`
      INSERT INTO refusal_counts AS c (minute, integration_id, nombre, lookup, reason, address,
        refusals)
      SELECT minute::timestamptz, integration_id, nombre, lookup, reason, address, refusals FROM unnest(
        ${items.map(({ minute }) => minute)}::text[],
        ${items.map(({ integrationId }) => integrationId ?? NOBODY)}::int[],
        ${items.map(({ nombre }) => nombre)}::text[], ${items.map(({ lookup }) => lookup)}::text[],
        ${items.map(({ reason }) => reason)}::text[],
        ${items.map(({ address }) => address)}::text[], ${counts.map(({ count }) => count)}::int[]
      ) AS r(minute, integration_id, nombre, lookup, reason, address, refusals)
      ORDER BY 1, 2, 3, 4, 5, 6
      ON CONFLICT (minute, integration_id, nombre, lookup, reason, address)
        DO UPDATE SET refusals = c.refusals + excluded.refusals`;
  }
}
