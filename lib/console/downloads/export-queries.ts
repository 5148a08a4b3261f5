import { connectDatabase, type Database, isStatementTimeout } from '@/db/client';
import { countOf } from '@/db/integration-ids';
import type { Permit } from '@/lib/access/permit';
import { integrationNotFound, Rejection } from '@/lib/access/rejection';
import { settings } from '@/lib/base/env/settings';
import { MINUTE_MS } from '@/lib/base/time/time';
import type { Language } from '@/lib/base/values/language';
import { CONSOLE_APPLICATION, consoleContext } from '@/lib/console/session/context';
import { readIdentifier } from '@/lib/console/views/identifiers';
import { filterOf, parseView, spanOf } from '@/lib/console/views/query-view';
import { consoleVault } from '@/lib/console/views/vault';
import { findIntegration } from '@/lib/integrations/find';
import { readIdsMatching } from '@/lib/integrations/names';
import {
  exportIdentifiers,
  exportQueries,
  exportRecords,
  type RecordExport,
} from '@/lib/recording/export';
import type { Reason } from '@/lib/recording/reason';
import type { ActiveSession } from '@/lib/users/sessions';

export interface ExportRequest {
  /** The view to export, as a query string. */
  readonly view: string;
  /** Name of the integration, on its page. */
  readonly nombre?: string | undefined;
  readonly reason: Reason;
  readonly language: Language;
}

/** Time limit of one piece of the file, because a million lines may take long. */
const STATEMENT_TIMEOUT_MS = MINUTE_MS;
/** Limits the connections that exports hold. A client may take minutes to read its file. */
const MAX_EXPORTS = 4;
/** Users whose exports are under way. Each may have one, so that nobody takes all of them. */
const exporting = new Set<number>();

/** Session and permit of an export, with whole or with masked identifiers. */
type Exporter = { readonly session: ActiveSession } & (
  | { readonly identifiers: false; readonly permit: Permit<'query.export'> }
  | { readonly identifiers: true; readonly permit: Permit<'query.export_identifiers'> }
);

/**
 * Exports the records of a view as CSV over a connection of its own, so that a slow client delays
 * nobody else. Throws `Rejection` for an unknown integration, a short reason, too many exports at
 * once, or records that cannot be counted within the time limit.
 */
export async function streamQueries(
  exporter: Exporter,
  { view: text, nombre, reason, language }: ExportRequest,
): Promise<{ readonly rows: number; readonly body: ReadableStream<Uint8Array> }> {
  const { db: shared } = consoleContext();
  const view = parseView(Object.fromEntries(new URLSearchParams(text)));
  const integrationId =
    nombre === undefined
      ? await chosenIntegrations(shared, view.integration)
      : (await findIntegration(shared, nombre)).id;
  const keys = readIdentifier(view.id, exporter.session)?.keys;
  const what: RecordExport = {
    filter: { ...filterOf(view, keys, settings().adapters), integrationId },
    span: spanOf(view, new Date()),
    reason,
    vault: exporter.identifiers ? consoleVault() : undefined,
    language,
  };
  const { userId } = exporter.session;
  if (exporting.has(userId) || exporting.size >= MAX_EXPORTS) {
    throw new Rejection(
      'too_many_exports',
      'Too many exports are under way: try again in a minute.',
    );
  }
  exporting.add(userId);
  try {
    const rows = await shared.transaction((tx) =>
      exporter.identifiers
        ? exportIdentifiers({ tx, permit: exporter.permit }, what)
        : exportQueries({ tx, permit: exporter.permit }, what),
    );
    const { replicaUrl, databaseUrl } = settings();
    const db = connectDatabase(replicaUrl ?? databaseUrl, {
      max: 1,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      applicationName: CONSOLE_APPLICATION,
    });
    return { rows, body: streamOf(db, what, () => exporting.delete(userId)) };
  } catch (error) {
    exporting.delete(userId);
    if (!isStatementTimeout(error)) throw error;
    throw new Rejection(
      'too_many_records',
      'Counting the queries of these filters takes too long.',
    );
  }
}

async function chosenIntegrations(db: Database, part: string | undefined) {
  const ids = await readIdsMatching(db, part);
  if (part !== undefined && countOf(ids) === 0) throw integrationNotFound(part);
  return ids;
}

/** Reads from the database only as fast as the client reads. The export ends with its stream. */
function streamOf(db: Database, what: RecordExport, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = exportRecords(db, what);
  let ended = false;
  const end = async () => {
    if (ended) return;
    ended = true;
    onEnd();
    await db.$client.end({ timeout: 0 });
  };
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await pieces.next();
        if (!done) return controller.enqueue(encoder.encode(value.text));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      await end();
    },
    cancel: end,
  });
}
