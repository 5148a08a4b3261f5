import type { Ending } from '@/acceptance/load/client';
import type { Lookup } from '@/lib/contract/lookups';
import { lookupFacts } from '@/lib/contract/lookups';

/** Rows of the database for one request. */
export interface Trail {
  readonly records: readonly TrailRecord[];
  /** Holds still there: the query is not settled. */
  readonly holds: number;
}

export interface TrailRecord {
  readonly estado: string;
  readonly status: number | null;
  readonly charged: bigint;
  /** Amount of its ledger entry, as a positive number; null when it has none. */
  readonly paid: bigint | null;
  readonly returned: boolean;
}

export interface Watched extends Pick<Ending, 'status' | 'free'> {
  readonly lookup: Lookup;
  /** Price that every query of this integration has. */
  readonly tarifa: bigint;
  readonly key?: string | undefined;
}

/** `ambiguous`: a 500 whose charge has not been returned, since nobody knew of it when it was sent. */
export type Judgement = 'sound' | 'ambiguous' | { readonly problem: string };

/** Statuses that the catalogs answer only after their source was asked, so only with a record. */
const FROM_SOURCE = new Set([400, 401, 403, 404, 429]);

/** Compares what a client saw with what was charged and recorded. */
export function judge(watched: Watched, trail: Trail): Judgement {
  const { lookup, status } = watched;
  const { records, holds } = trail;
  const [record] = records;
  if (records.length > 1) return { problem: `${records.length} records` };
  if (record !== undefined && holds > 0) return { problem: 'a record and a hold' };
  const unsound = record === undefined ? undefined : recordProblem(record, watched);
  if (unsound !== undefined) return { problem: unsound };
  if (typeof status === 'string') return 'sound';
  if (status === 200) return foundProblem(record, lookup);
  return refusalProblem(status, record, lookup, holds);
}

/** A record and its charge must agree whatever the client saw. */
function recordProblem(record: TrailRecord, watched: Watched): string | undefined {
  const { lookup } = watched;
  const { estado, status, charged, paid } = record;
  const due = lookupFacts[lookup].billed && estado === 'completada' && status === 200;
  if (due && paid === null) return 'a record of 200 without its charge';
  if (due && (charged !== paid || !pricesOf(watched).includes(charged))) {
    return `charged ${paid}, recorded ${charged}`;
  }
  if (!due && paid !== null) return `charged ${paid} for ${estado} ${status}`;
  if (!due && charged !== 0n) return `recorded a charge of ${charged} for ${estado} ${status}`;
  return undefined;
}

/** A repetition under a key is free. Without an answer nobody can tell that it was one. */
function pricesOf({ status, free, tarifa, key }: Watched): readonly bigint[] {
  if (key === undefined) return [tarifa];
  if (typeof status === 'string') return [tarifa, 0n];
  return [free ? 0n : tarifa];
}

function foundProblem(record: TrailRecord | undefined, lookup: Lookup): Judgement {
  if (record === undefined) return { problem: 'answered 200 without a record' };
  if (record.estado !== 'completada' || record.status !== 200) {
    return { problem: `answered 200, recorded ${record.estado} ${record.status}` };
  }
  if (lookupFacts[lookup].billed && record.paid === null) {
    return { problem: 'answered 200 without a charge' };
  }
  return 'sound';
}

function refusalProblem(
  status: number,
  record: TrailRecord | undefined,
  lookup: Lookup,
  holds: number,
): Judgement {
  const charged = record !== undefined && record.paid !== null;
  if (status === 500) return charged && !record.returned ? 'ambiguous' : 'sound';
  if (charged) return { problem: `answered ${status} and charged` };
  // Refused before its source, or not settled in time: then its hold expires.
  if (status === 502 && record === undefined) return 'sound';
  if (holds > 0) return { problem: `answered ${status} and kept the balance reserved` };
  if (!lookupFacts[lookup].billed) return 'sound';
  if (record === undefined) {
    return FROM_SOURCE.has(status) ? { problem: `answered ${status} without a record` } : 'sound';
  }
  const interrupted = status === 502 && record.estado === 'interrumpida';
  if (record.status === status || interrupted) return 'sound';
  return { problem: `answered ${status}, recorded ${record.estado} ${record.status}` };
}
