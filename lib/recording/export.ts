import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { integrations, queryRecords } from '@/db/schema/index';
import type { Change } from '@/lib/audit/permit';
import { writeAudit } from '@/lib/audit/write';
import { CSV_BOM, csvLine } from '@/lib/csv';
import { Refusal } from '@/lib/refusal';
import type { Span } from '@/lib/time';
import { conditionsOf, type RecordFilter, within } from './filter';
import type { IdentifierVault } from './identifiers';
import { valuesOf } from './mask';

const COLUMNS = [
  'fecha',
  'integracion',
  'consulta',
  'estado',
  'status',
  'resultado',
  'causa',
  'duracion_ms',
  'fuente_ms',
  'cobrado',
  'request_id',
  'id',
  'identificador',
];

/** Lines per round trip: enough to keep both ends busy, few enough for memory. */
const LINES_AT_ONCE = 2_000;
const HIDDEN = '●●●';
const REMOVED = 'eliminado';
const LOCKED = 'sin clave';

export interface RecordExport {
  readonly filter: RecordFilter;
  readonly span: Span;
  /**
   * Opens the identifiers, for a reason that the audit log records. Without it they stay masked.
   */
  readonly reveal?: { readonly vault: IdentifierVault; readonly reason: string } | undefined;
}

/**
 * Writes the audit row of an export and counts its records. {@link exportRecords} then reads them.
 * Throws {@link Refusal} `reason_required`.
 */
export async function exportQueries(
  ctx: Change<'query.export'>,
  { filter, span, reveal }: RecordExport,
): Promise<number> {
  if (reveal?.reason === '') throw new Refusal('reason_required', 'Revealing needs a reason.');
  const { identifierKeys, integrationId, ...facets } = filter;
  const given = Object.entries(facets).filter(([, value]) => value !== undefined);
  await writeAudit(ctx, 'query.export', {
    target: 'consultas',
    ...(integrationId === undefined ? {} : { integrationId }),
    after: {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...Object.fromEntries(given),
      ...(identifierKeys === undefined ? {} : { identifier: true }),
      identifiers: reveal ? 'revealed' : 'hidden',
      ...(reveal ? { reason: reveal.reason } : {}),
    },
  });
  return ctx.tx.$count(queryRecords, and(...conditionsOf(filter), ...within(span)));
}

/**
 * Yields every record of an export as CSV, newest first, in pieces of some thousand lines. Call
 * {@link exportQueries} first. `db` must have no other user: its connection is busy until the last
 * piece is read.
 */
export async function* exportRecords(
  db: Database,
  { filter, span, reveal }: RecordExport,
): AsyncGenerator<{ readonly text: string; readonly rows: number }> {
  yield { text: CSV_BOM + csvLine(COLUMNS), rows: 0 };
  const identifiers = sql<string | null>`encode(${queryRecords.identifiers}, 'hex')`;
  const query = db
    .select(reveal ? { line, identifiers } : { line: sql`${line} || ${hidden}` })
    .from(queryRecords)
    .innerJoin(integrations, eq(integrations.id, queryRecords.integrationId))
    .where(and(...conditionsOf(filter), ...within(span)))
    .orderBy(desc(queryRecords.createdAt), desc(queryRecords.id))
    .toSQL();
  // The builder has no cursors: it builds the statement, and the driver runs it in pieces.
  const rows = db.$client.unsafe(query.sql, query.params as string[]).values();
  for await (const piece of rows.cursor(LINES_AT_ONCE)) {
    const lines = piece as unknown as readonly (readonly [string, (string | null)?])[];
    const text = lines
      .map(([start, box]) => (reveal ? start + opened(reveal.vault, box) : `${start}\r\n`))
      .join('');
    yield { text, rows: lines.length };
  }
}

function opened(vault: IdentifierVault, box: string | null | undefined): string {
  if (!box) return csvLine([REMOVED]);
  const identifiers = vault.open(Buffer.from(box, 'hex'));
  if (identifiers === undefined) return csvLine([LOCKED]);
  const values = valuesOf(identifiers).map(({ kind, value }) => `${kind} ${value}`);
  return csvLine([values.join('; ')]);
}

/**
 * SQL that builds a line up to its last cell, several times faster than this process could. No
 * value can hold a comma, a quote or a line break. Names and request ids that look like a formula
 * are escaped as in `csvLine`.
 */
const line = sql<string>`concat_ws(',',
  to_char(${queryRecords.createdAt} AT TIME ZONE interval '-06:00', 'YYYY-MM-DD"T"HH24:MI:SS.MS"-06:00"'),
  ${defused(integrations.nombre)}, ${queryRecords.lookup}, ${queryRecords.estado},
  coalesce(${queryRecords.status}::text, ''), ${queryRecords.outcome},
  translate(coalesce(${queryRecords.cause}, ''), E',"\r\n', '    '),
  coalesce(${queryRecords.durationMs}::text, ''), coalesce(${queryRecords.sourceMs}::text, ''),
  to_char(${queryRecords.charged} / 10000.0, 'FM999999999990.0099'),
  ${defused(queryRecords.requestId)}, ${queryRecords.id}, '')`;

const hidden = sql`CASE WHEN ${queryRecords.identifiers} IS NULL THEN ${REMOVED} ELSE ${HIDDEN} END`;

function defused(text: SQL | typeof integrations.nombre | typeof queryRecords.requestId): SQL {
  return sql`CASE WHEN ${text} LIKE '-%' THEN '''' ELSE '' END || ${text}`;
}
