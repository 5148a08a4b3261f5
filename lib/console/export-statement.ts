import type { Database } from '@/db/client';
import {
  ledgerStatement,
  type StatementEntry,
  type StatementFilter,
  statementTotals,
} from '@/lib/billing/statement';
import { CSV_BOM, csvLine } from '@/lib/csv';
import { localSecond } from '@/lib/guatemala';
import { integrationNamed } from '@/lib/integrations/find';
import { formatQuetzales } from '@/lib/money';
import { consoleContext } from './context';
import { parseStatement, type StatementView } from './statement-view';

const ROWS_AT_ONCE = 1_000;

/** Column names. They use the contract's terms in every language, because programs read them. */
const COLUMNS = [
  'numero',
  'fecha_guatemala',
  'tipo',
  'monto',
  'saldo',
  'nota',
  'referencia',
  'origen',
  'consulta',
  'resultado',
] as const;

/**
 * Answers with the statement of a URL as a CSV file, oldest entry first, up to the newest entry at
 * the time of the request. Answers 404 for an unknown integration.
 */
export async function exportStatement(nombre: string, query: URLSearchParams): Promise<Response> {
  const { db } = consoleContext();
  const found = await integrationNamed(db, nombre);
  const headers = { 'cache-control': 'no-store' };
  if (found === undefined) return new Response(null, { status: 404, headers });
  const kind = query.getAll('kind');
  const view = parseStatement({ ...Object.fromEntries(query), kind }, new Date());
  const { openingSeq, closingSeq } = await statementTotals(db, found.id, view);
  const bounds = { after: openingSeq, before: closingSeq + 1n };
  return new Response(statementLines(db, found.id, view.kinds, bounds), {
    headers: {
      ...headers,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName(found.nombre, view)}"`,
    },
  });
}

function fileName(nombre: string, { firstDay, lastDay }: StatementView): string {
  const period = [firstDay, lastDay].filter((day) => day !== undefined);
  return `${['movimientos', nombre, ...period].join('_')}.csv`;
}

/**
 * Reads a thousand entries at a time, as fast as the client reads, so that memory stays flat and a
 * slow client holds no connection.
 */
function statementLines(
  db: Database,
  integrationId: number,
  kinds: StatementFilter['kinds'],
  { after: start, before }: { readonly after: bigint; readonly before: bigint },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = start;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(CSV_BOM + csvLine(COLUMNS))),
    pull: async (controller) => {
      const page = { kinds, after, before, limit: ROWS_AT_ONCE };
      const entries = await ledgerStatement(db, integrationId, page);
      after = entries.at(-1)?.seq ?? after;
      if (entries.length > 0) controller.enqueue(encoder.encode(entries.map(lineOf).join('')));
      if (entries.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

function lineOf(entry: StatementEntry): string {
  return csvLine([
    entry.seq,
    localSecond(entry.createdAt),
    entry.kind,
    formatQuetzales(entry.amount),
    formatQuetzales(entry.balanceAfter),
    entry.nota,
    entry.referencia,
    entry.actor,
    entry.queryId,
    entry.outcome,
  ]);
}
