import type { Database } from '@/db/client';
import { entriesOfQuery, type QueryEntries } from '@/lib/billing/entries-of-query';
import { isLookup, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { type Explanation, explain } from '@/lib/recording/explain';
import { findQueryRecord, type QueryRecord } from '@/lib/recording/find';
import {
  lookupsOfSource,
  type Neighbour,
  type SourceShare,
  sameIdentifier,
  sameIntegration,
  shareOf,
  sourceAround,
} from '@/lib/recording/neighbours';
import { outcomeOf } from '@/lib/recording/outcome';
import { outcomesOfHour } from '@/lib/statistics/by-outcome';

/** One query with everything that explains it. */
export interface QueryStory extends QueryEntries {
  readonly record: QueryRecord & { readonly lookup: Lookup };
  readonly explanation: Explanation;
  readonly sameIdentifier: readonly Neighbour[];
  readonly sameIntegration: readonly Neighbour[];
  readonly sourceInHour: SourceShare;
  readonly sourceInQuarter: SourceShare;
}

const SAME_IDENTIFIER = 10;
const EACH_SIDE = 5;

/** Reads a query by its id; `undefined` when there is no record of it. */
export async function readQueryStory(
  db: Database,
  id: string,
  ceilingMs: number,
): Promise<QueryStory | undefined> {
  const found = await findQueryRecord(db, id);
  if (found === undefined || !isLookup(found.lookup)) return undefined;
  const record = { ...found, lookup: found.lookup };
  const lookups = lookupsOfSource(record.lookup);
  const [entries, identifier, integration, hour, quarter] = await Promise.all([
    entriesOfQuery(db, id),
    sameIdentifier(db, record, SAME_IDENTIFIER),
    sameIntegration(db, record, EACH_SIDE),
    outcomesOfHour(db, lookups, record.createdAt),
    sourceAround(db, record),
  ]);
  return {
    ...entries,
    record,
    explanation: explanationOf(record, entries, ceilingMs),
    sameIdentifier: identifier,
    sameIntegration: integration,
    sourceInHour: shareOf(hour),
    sourceInQuarter: quarter,
  };
}

function explanationOf(
  record: QueryStory['record'],
  { refund }: QueryEntries,
  ceilingMs: number,
): Explanation {
  const { estado, status, cause, charged, durationMs, createdAt, settledAt } = record;
  return explain({
    family: lookupFacts[record.lookup].family,
    estado,
    outcome: outcomeOf(record.outcome),
    status,
    cause,
    charged,
    refunded: refund !== undefined,
    durationMs,
    late: settledAt.getTime() - createdAt.getTime() > ceilingMs,
  });
}
