import type { Database } from '@/db/client';
import type { Env } from '@/lib/base/env/env';
import { lookupsAt } from '@/lib/base/env/source-settings';
import { around, MINUTE_MS } from '@/lib/base/time/time';
import { entriesOfQuery, type QueryEntries } from '@/lib/billing/entries-of-query';
import { SETTLE_MS } from '@/lib/billing/hold';
import { type RefundRequest, requestsOfQuery } from '@/lib/billing/refund-requests';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { type EndingWord, isAnswer, readEnding, readParty } from '@/lib/contract/ending';
import { failures } from '@/lib/contract/failures';
import { isLookup, type Lookup } from '@/lib/contract/lookups';
import { listEpisodes } from '@/lib/notices/episodes';
import { KINDS } from '@/lib/notices/kinds';
import { type Explanation, explain } from '@/lib/recording/explain';
import { findQueryRecord, type QueryRecord } from '@/lib/recording/find';
import { recordedKinds } from '@/lib/recording/histogram';
import { type Neighbour, sameIdentifier, sameIntegration } from '@/lib/recording/neighbours';
import { type Result, resultOfRow } from '@/lib/statistics/endings';
import { consoleVault } from './vault';

/** Number of queries that a source received, and of those that it failed. */
export interface SourceShare {
  readonly queries: number;
  readonly failed: number;
}

/** One query with everything that explains it. */
export interface QueryStory extends QueryEntries {
  readonly record: QueryRecord & { readonly lookup: Lookup };
  /** Ending of the sent answer. A charge returned as undelivered shows that it was a 500. */
  readonly ending: EndingWord;
  readonly explanation: Explanation;
  /** Fields that no answer of the source had with a readable value, and since when. */
  readonly stopped: readonly StoppedField[];
  /** Refund requests, newest first. */
  readonly requests: readonly RefundRequest[];
  readonly sameIdentifier: Readonly<Record<'own' | 'others', readonly Neighbour[]>>;
  readonly sameIntegration: readonly Neighbour[];
  /** Answers of the source in the 15 minutes around the query. */
  readonly sourceInQuarter: SourceShare;
}

interface StoppedField {
  readonly field: string;
  readonly since: Date;
}

const SAME_IDENTIFIER = 10;
/** Most queries of the integration before one, and after it. */
export const EACH_SIDE = 5;
const QUARTER_MS = 15 * MINUTE_MS;

/** Reads a query by its id. Returns undefined when it has no record, or is of another integration. */
export async function readQueryStory(
  db: Database,
  id: string,
  { adapters, sourceTimeoutMs }: Pick<Env, 'adapters' | 'sourceTimeoutMs'>,
  /** Only a query of this integration, if given. */
  integrationId: number | null = null,
): Promise<QueryStory | undefined> {
  const queryRecord = await findQueryRecord(db, consoleVault(), id);
  if (queryRecord === undefined || !isLookup(queryRecord.lookup)) return undefined;
  if (integrationId !== null && queryRecord.integrationId !== integrationId) return undefined;
  const record = { ...queryRecord, lookup: queryRecord.lookup };
  const lookups = lookupsAt(adapters[record.lookup].account, adapters);
  const [entries, stopped, requests, identifier, integration, quarter] = await Promise.all([
    entriesOfQuery(db, id),
    stoppedFields(db, record),
    record.charged > 0n ? requestsOfQuery(db, id) : [],
    sameIdentifier(db, record, SAME_IDENTIFIER),
    sameIntegration(db, record, EACH_SIDE),
    recordedKinds(db, lookups, around(record.createdAt, QUARTER_MS / 2), resultOfRow),
  ]);
  return {
    ...entries,
    record,
    ...explainRecord(record, entries, sourceTimeoutMs),
    stopped,
    requests,
    sameIdentifier: identifier,
    sameIntegration: integration,
    sourceInQuarter: shareOf(quarter),
  };
}

/** Explains a record by what is stored of its end, and by its entries of the ledger. */
export function explainRecord(
  record: Omit<QueryStory['record'], 'identifiers' | 'identifierKeys'>,
  { refund }: Pick<QueryEntries, 'refund'>,
  ceilingMs: number,
): Pick<QueryStory, 'ending' | 'explanation'> {
  const { status, cause, charged, durationMs, createdAt, settledAt } = record;
  const undelivered = refund?.actor === UNDELIVERED.actor;
  const ending = undelivered ? 'unresolved' : readEnding(record.ending);
  const explanation = explain({
    lookup: record.lookup,
    ending,
    responsible: undelivered ? failures.unresolved.responsible : readParty(record.responsible),
    status,
    cause,
    charged,
    refunded: refund !== undefined,
    durationMs,
    late: settledAt.getTime() - createdAt.getTime() > ceilingMs + SETTLE_MS,
  });
  return { ending, explanation };
}

/** Reads the fields that the source of a query with an answer did not have then. */
async function stoppedFields(
  db: Database,
  { lookup, ending, createdAt }: QueryStory['record'],
): Promise<StoppedField[]> {
  if (!isAnswer(readEnding(ending))) return [];
  const episodes = await listEpisodes(db, 'source.shape', createdAt);
  return episodes
    .map(({ data }) => KINDS['source.shape'].data.parse(data))
    .filter((stopped) => stopped.lookup === lookup)
    .map(({ field, since }) => ({ field, since: new Date(since) }))
    .filter(({ since }) => since < createdAt);
}

function shareOf(
  rows: readonly { readonly kind: Result; readonly queries: number }[],
): SourceShare {
  const sum = (some: typeof rows) => some.reduce((total, { queries }) => total + queries, 0);
  return { queries: sum(rows), failed: sum(rows.filter(({ kind }) => kind === 'source')) };
}
