import { and, desc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { integrations, queryRecords } from '@/db/schema/index';
import { ALL_QUERIES } from '@/lib/audit/changes';
import { type Change, writeAudit } from '@/lib/audit/write';
import type { Span } from '@/lib/base/time/time';
import { CSV_BOM, csvLine } from '@/lib/base/values/csv';
import type { Language } from '@/lib/base/values/language';
import { REGISTRIES } from '@/lib/contract/lookups';
import { type ExportTexts, exportTexts } from './export-texts';
import { conditionsOf, type RecordFilter, within } from './filter';
import type { IdentifierVault } from './identifiers';
import { valuesOf } from './mask';
import { auditedReason, type Reason } from './reason';

/** Lines per round trip: enough to keep both ends busy, few enough for memory. */
const LINES_AT_ONCE = 2_000;
const HIDDEN = '●●●';

export interface RecordExport {
  readonly filter: RecordFilter;
  readonly span: Span;
  readonly reason: Reason;
  /** Opens the identifiers; without it they stay masked. */
  readonly vault?: IdentifierVault | undefined;
  readonly language: Language;
}

/**
 * Writes the audit row of an export with masked identifiers and counts its records.
 * {@link exportRecords} then reads them. Throws {@link Rejection} `reason_too_short`.
 */
export function exportQueries(
  ctx: Change<'query.export'>,
  what: Omit<RecordExport, 'vault' | 'language'>,
): Promise<number> {
  return begin(ctx, 'query.export', what);
}

/** Exports records with whole identifiers, like {@link exportQueries}. */
export function exportIdentifiers(
  ctx: Change<'query.export_identifiers'>,
  what: Omit<RecordExport, 'language'>,
): Promise<number> {
  return begin(ctx, 'query.export_identifiers', what);
}

async function begin<A extends 'query.export' | 'query.export_identifiers'>(
  ctx: Change<A>,
  action: NoInfer<A>,
  { filter, span, reason }: Omit<RecordExport, 'vault' | 'language'>,
): Promise<number> {
  const audited = auditedReason(reason);
  const { identifierKeys, integrationId, ending: outcome, lookups, ...facets } = filter;
  const lookup = filter.lookup ?? lookups;
  const given = Object.entries({ ...facets, lookup, outcome }).filter(
    ([, value]) => value !== undefined,
  );
  // Counts first: from the audit row to the end of the transaction nobody else can write one.
  const rows = await ctx.tx.$count(queryRecords, and(...conditionsOf(filter), ...within(span)));
  await writeAudit(ctx, action, {
    target: ALL_QUERIES,
    ...(typeof integrationId === 'number' ? { integrationId } : {}),
    after: {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...Object.fromEntries(given),
      ...(typeof integrationId === 'object' ? { integrations: integrationId.join(', ') } : {}),
      ...(identifierKeys === undefined ? {} : { identifier: true }),
      ...audited,
    },
  });
  return rows;
}

/**
 * Yields every record of an export as CSV, newest first, in pieces of some thousand lines. Call
 * {@link exportQueries} or {@link exportIdentifiers} first. Nothing else may use `db`, whose
 * connection is busy until the last piece is read.
 */
export async function* exportRecords(
  db: Database,
  { filter, span, vault, language }: Omit<RecordExport, 'reason'>,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  const texts = exportTexts(language);
  const columns = columnsIn(texts);
  const identifier = identifierIn(texts);
  yield { text: CSV_BOM + csvLine([...columns, identifier].map(({ title }) => title)), rows: 0 };
  const cells = (vault ? columns : [...columns, identifier]).map((one) => one.sql);
  const line = sql<string>`concat_ws(',', ${sql.join(cells, sql`, `)})`;
  const { id } = queryRecords;
  const identifiers = sql<string | null>`encode(${queryRecords.identifiers}, 'hex')`;
  const query = db
    .select(vault ? { line, id, identifiers } : { line })
    .from(queryRecords)
    .innerJoin(integrations, eq(integrations.id, queryRecords.integrationId))
    .where(and(...conditionsOf(filter), ...within(span)))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .toSQL();
  // The builder has no cursors: it builds the statement, and the driver runs it in pieces.
  const rows = db.$client.unsafe(query.sql, query.params as string[]).values();
  for await (const piece of rows.cursor(LINES_AT_ONCE)) {
    const lines = piece as unknown as readonly (readonly [string, string, string | null])[];
    const text = lines
      .map(([start, ...sealed]) =>
        vault ? `${start},${opened(vault, texts, sealed)}` : `${start}\r\n`,
      )
      .join('');
    yield { text, rows: lines.length };
  }
}

function opened(
  vault: IdentifierVault,
  texts: ExportTexts,
  [id, box]: readonly [string, string | null],
): string {
  if (!box) return csvLine([texts.removed]);
  const identifiers = vault.open(Buffer.from(box, 'hex'), id);
  if (identifiers === undefined) return csvLine([texts.locked]);
  const values = valuesOf(identifiers).map(({ kind, value }) => `${kind} ${value}`);
  return csvLine([values.join('; ')]);
}

/** Translates a value. One without a translation stays as it is. */
function wordOf(words: Readonly<Record<string, string>>, value: SQLWrapper): SQL {
  return sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${value}, ${value})`;
}

function orEmpty(value: SQLWrapper): SQL {
  return sql`coalesce(${value}::text, '')`;
}

function defused(text: SQL | typeof integrations.nombre | typeof queryRecords.requestId): SQL {
  return sql`CASE WHEN ${text} LIKE '-%' THEN '''' ELSE '' END || ${text}`;
}

/** The registries' answers are passed on unread, whatever their status. */
const shownEnding = sql`CASE WHEN ${queryRecords.ending} = 'found'
  AND ${inArray(queryRecords.lookup, REGISTRIES)} THEN 'passed_on' ELSE ${queryRecords.ending} END`;

interface Column {
  readonly title: string;
  readonly sql: SQLWrapper;
}

/**
 * The columns: title and SQL of the cell, which is several times faster than this process could
 * be. No value can hold a comma, a quote or a line break. Names and request ids that look like a
 * formula are escaped as in `csvLine`.
 */
const columnsIn = ({
  queries,
  states,
  endings,
  causes,
  ...counted
}: ExportTexts): readonly Column[] => [
  {
    title: queries.date,
    sql: sql`to_char(${queryRecords.createdAt} AT TIME ZONE interval '-06:00',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"-06:00"')`,
  },
  { title: queries.integration, sql: defused(integrations.nombre) },
  { title: queries.lookup, sql: queryRecords.lookup },
  { title: queries.state, sql: wordOf(states, queryRecords.estado) },
  { title: queries.http_status, sql: orEmpty(queryRecords.status) },
  { title: queries.outcome, sql: wordOf(endings, shownEnding) },
  {
    title: queries.cause,
    sql: sql`translate(coalesce(regexp_replace(regexp_replace(${wordOf(causes, queryRecords.cause)},
      '^status (?=\\d)', ${`${counted.causeStatus} `}),
      '^unreadable (?=\\d)', ${`${counted.causeUnreadable} `}), ''), E',;"\t\r\n', '      ')`,
  },
  { title: queries.duration_ms, sql: orEmpty(queryRecords.durationMs) },
  { title: queries.source_ms, sql: orEmpty(queryRecords.sourceMs) },
  {
    title: queries.charged,
    sql: sql`to_char(${queryRecords.charged} / 10000.0, 'FM999999999990.0099')`,
  },
  { title: queries.request_id, sql: defused(queryRecords.requestId) },
  { title: queries.query_id, sql: queryRecords.id },
];

/** The last column while identifiers are masked. {@link opened} writes it otherwise. */
const identifierIn = ({ queries, removed }: ExportTexts): Column => ({
  title: queries.identifier,
  sql: sql`CASE WHEN ${queryRecords.identifiers} IS NULL THEN ${removed} ELSE ${HIDDEN} END`,
});
