import { arrayOverlaps, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { ifGiven } from '@/db/if-given';
import { type IntegrationIds, isOneOf } from '@/db/integration-ids';
import { queryRecords } from '@/db/schema/index';
import { statusIs } from '@/db/status-is';
import type { Span } from '@/lib/base/time/time';
import type { StatusFilter } from '@/lib/base/values/status-filter';
import { type EndingWord, isAnswer } from '@/lib/contract/ending';
import type { Responsible } from '@/lib/contract/failures';
import type { Lookup } from '@/lib/contract/lookups';

/** Filters of query records; missing fields match everything. */
export interface RecordFilter {
  readonly integrationId?: IntegrationIds | undefined;
  readonly lookup?: Lookup | undefined;
  readonly lookups?: readonly Lookup[] | undefined;
  readonly status?: StatusFilter | undefined;
  readonly ending?: EndingWord | undefined;
  readonly responsible?: Responsible | undefined;
  readonly charged?: boolean | undefined;
  /** Only repeated charges. */
  readonly repeated?: boolean | undefined;
  readonly minDurationMs?: number | undefined;
  /** The digests of one identifier under every key; any of them may match. */
  readonly identifierKeys?: readonly bigint[] | undefined;
  readonly requestId?: string | undefined;
  /** Only answers in which this field of the source could not be read. */
  readonly unreadField?: string | undefined;
}

/** Returns the conditions of a filter, without the time. */
export function conditionsOf(filter: RecordFilter): (SQL | undefined)[] {
  const { integrationId, lookup, ending, requestId, identifierKeys, minDurationMs } = filter;
  const { status, charged, repeated, unreadField, lookups, responsible } = filter;
  return [
    ifGiven(integrationId, (ids) => isOneOf(queryRecords.integrationId, ids)),
    ifGiven(lookup, (one) => eq(queryRecords.lookup, one)),
    ifGiven(lookups, (some) => inArray(queryRecords.lookup, [...some])),
    ifGiven(ending, (word) => eq(queryRecords.ending, word)),
    ifGiven(responsible, (party) => eq(queryRecords.responsible, party)),
    ifGiven(requestId, (id) => eq(queryRecords.requestId, id)),
    ifGiven(identifierKeys, identifierIs),
    ifGiven(minDurationMs, (ms) => gte(queryRecords.durationMs, ms)),
    ifGiven(charged, (was) =>
      was ? sql`${queryRecords.charged} > 0` : eq(queryRecords.charged, 0n),
    ),
    repeated ? sql`${queryRecords.repeated}` : undefined,
    ifGiven(unreadField, isUnread),
    ifGiven(status, (one) => statusIs(queryRecords.status, one, isNull(queryRecords.status))),
    isUnsuccessful(filter) ? sql`${queryRecords.status} IS DISTINCT FROM 200` : undefined,
  ];
}

export function within({ from, to }: Span): SQL[] {
  return [gte(queryRecords.createdAt, from), lt(queryRecords.createdAt, to)];
}

/** Matches nothing without a digest, which Drizzle's condition does not accept. */
function identifierIs(keys: readonly bigint[]): SQL {
  return keys.length === 0 ? sql`false` : arrayOverlaps(queryRecords.identifierKeys, [...keys]);
}

/** True when the recorded cause names a field, as `causeOf` writes it. */
function isUnread(field: string): SQL {
  return sql`(${queryRecords.cause} LIKE 'unreadable %'
    AND ${field}::text = ANY (string_to_array(${queryRecords.cause}, ' ')))`;
}

/** True when the partial index of unsuccessful records applies; the planner cannot infer that. */
function isUnsuccessful({ status, ending }: RecordFilter): boolean {
  if (ending !== undefined && (!isAnswer(ending) || ending === 'passed_on')) return true;
  return status !== undefined && status !== '2xx' && status !== 200;
}
