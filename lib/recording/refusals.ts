import type { Sql } from '@/db/client';
import type { Failure } from '@/lib/contract/failures';
import type { Lookup } from '@/lib/contract/lookups';
import { MINUTE_MS } from '@/lib/time';

/** A request that ended before its source and so leaves no record. */
export interface UnrecordedRefusal {
  /** 0 when nobody proved who they are. */
  readonly integrationId: number;
  /** The name that was given, for want of a known integration; empty when it cannot be one. */
  readonly nombre: string;
  readonly lookup: Lookup;
  readonly reason: Failure;
}

interface Counted extends UnrecordedRefusal {
  readonly minute: Date;
  refusals: number;
}

/** Names are made up for free: beyond this many in one go they are counted without their name. */
const MAX_COUNTED = 1_000;

/**
 * Counts refusals by minute in memory and writes them down now and then, so that a refusal costs
 * the database nothing. A process that dies loses those of the last seconds.
 */
export class RefusalCounter {
  #counts = new Map<string, Counted>();

  count(refusal: UnrecordedRefusal, now = Date.now()): void {
    const crowded = this.#counts.size >= MAX_COUNTED;
    const { integrationId, lookup, reason } = refusal;
    const nombre = crowded ? '' : refusal.nombre;
    const minute = new Date(now - (now % MINUTE_MS));
    const key = JSON.stringify([minute.getTime(), integrationId, nombre, lookup, reason]);
    const counted = this.#counts.get(key);
    if (counted === undefined) {
      this.#counts.set(key, { integrationId, nombre, lookup, reason, minute, refusals: 1 });
    } else counted.refusals += 1;
  }

  /** Writes what was counted since the last time; keeps it when the database refuses. */
  async write(sql: Sql): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      await addCounts(sql, [...counts.values()]);
    } catch (error) {
      for (const [key, counted] of counts) {
        const since = this.#counts.get(key);
        if (since === undefined) this.#counts.set(key, counted);
        else since.refusals += counted.refusals;
      }
      throw error;
    }
  }
}

async function addCounts(sql: Sql, counts: readonly Counted[]): Promise<void> {
  await sql`
    INSERT INTO refusal_counts AS c (minute, integration_id, nombre, lookup, reason, refusals)
    SELECT minute::timestamptz, integration_id, nombre, lookup, reason, refusals FROM unnest(
      ${counts.map(({ minute }) => minute.toISOString())}::text[],
      ${counts.map(({ integrationId }) => integrationId)}::int[],
      ${counts.map(({ nombre }) => nombre)}::text[], ${counts.map(({ lookup }) => lookup)}::text[],
      ${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ refusals }) => refusals)}::int[]
    ) AS r(minute, integration_id, nombre, lookup, reason, refusals)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (minute, integration_id, nombre, lookup, reason)
      DO UPDATE SET refusals = c.refusals + excluded.refusals`;
}
