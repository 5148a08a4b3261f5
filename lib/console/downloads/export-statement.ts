import { getLocale, getTranslations } from 'next-intl/server';
import type { Database } from '@/db/client';
import { CSV_BOM, csvLine } from '@/lib/base/values/csv';
import { languageOf } from '@/lib/base/values/language';
import {
  ledgerStatement,
  type StatementEntry,
  type StatementFilter,
  statementTotals,
} from '@/lib/billing/statement';
import { statementColumns } from '@/lib/billing/statement-columns';
import { UNDELIVERED } from '@/lib/billing/undelivered';
import { consoleContext } from '@/lib/console/session/context';
import { parseStatement, type StatementView } from '@/lib/console/views/statement-view';
import { viewer } from '@/lib/console/views/viewer';
import type { IntegrationView } from '@/lib/integrations/find';
import { exportTexts } from '@/lib/recording/export-texts';

const ROWS_AT_ONCE = 1_000;

/**
 * Answers with the statement of a URL as a CSV file, oldest entry first, up to the newest entry at
 * the time of the request. Headings and values are in one language. Answers 404 for an unknown
 * integration.
 */
export async function exportStatement(
  found: IntegrationView | undefined,
  query: URLSearchParams,
): Promise<Response> {
  const { db } = consoleContext();
  const headers = { 'cache-control': 'no-store' };
  if (found === undefined) return new Response(null, { status: 404, headers });
  const kind = query.getAll('kind');
  const view = parseStatement({ ...Object.fromEntries(query), kind }, new Date());
  const { openingSeq, closingSeq } = await statementTotals(db, found.id, view);
  const bounds = { after: openingSeq, before: closingSeq + 1n };
  const selection = { kinds: view.kinds, ...bounds };
  return new Response(statementLines(db, found.id, selection, await texts()), {
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

interface Selection extends Pick<StatementFilter, 'kinds'> {
  readonly after: bigint;
  readonly before: bigint;
}

/** Reads entries only when the client is ready for them. Holds no connection meanwhile. */
function statementLines(
  db: Database,
  integrationId: number,
  { kinds, after: start, before }: Selection,
  { heading, lineOf }: Awaited<ReturnType<typeof texts>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = start;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(CSV_BOM + heading)),
    pull: async (controller) => {
      const page = { kinds, after, before, limit: ROWS_AT_ONCE };
      const entries = await ledgerStatement(db, integrationId, page);
      after = entries.at(-1)?.seq ?? after;
      if (entries.length > 0) controller.enqueue(encoder.encode(entries.map(lineOf).join('')));
      if (entries.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

async function texts() {
  const t = await getTranslations('statement');
  const language = languageOf(await getLocale());
  const { endings } = exportTexts(language);
  const { isStaff, actorOf } = await viewer();
  const columns = statementColumns({
    language,
    kindOf: (kind) => t(`kinds.${kind}`),
    noteOf: ({ actor, nota }) => (isStaff || actor === UNDELIVERED.actor ? nota : null),
    actorOf,
    endingOf: (ending) => endings[ending] ?? ending,
  });
  return {
    heading: csvLine(columns.map(({ title }) => title)),
    lineOf: (entry: StatementEntry) => csvLine(columns.map(({ cell }) => cell(entry))),
  };
}
