import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { MINUTE_MS } from '@/lib/base/time/time';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { findIntegration } from '@/lib/integrations/find';
import {
  exportIdentifiers,
  exportQueries,
  exportRecords,
  type RecordExport,
} from '@/lib/recording/export';
import { instant, lookup } from './arguments';
import { type Context, withContext } from './context';
import { print } from './output';

const STATEMENT_TIMEOUT_MS = 10 * MINUTE_MS;

export function exportCommand(): Command {
  return new Command('export')
    .description('query records as CSV, newest first; noted in the audit log')
    .argument('<file>', 'where to write; must not exist yet')
    .option('--integration <nombre>', 'only of this one')
    .option('--consulta <lookup>', `only of this lookup: ${LOOKUPS.join(', ')}`, lookup)
    .option('--desde <instant>', 'from here on, Guatemala time without an offset', instant)
    .option('--hasta <instant>', 'before here', instant)
    .option('--reveal', 'with whole identifiers')
    .requiredOption('--reason <text>', 'why they are needed, for the audit log')
    .action(exportToFile);
}

interface ExportOptions {
  readonly integration?: string;
  readonly consulta?: Lookup;
  readonly desde?: Date;
  readonly hasta?: Date;
  readonly reveal?: true;
  readonly reason: string;
  readonly json?: boolean;
}

async function exportToFile(file: string, options: ExportOptions): Promise<void> {
  const rows = await withContext((context) => write(context, file, options), {
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  print(options.json, { file, rows }, [`${rows} records are in ${file}.`]);
}

async function write(
  { db, vault, permit }: Context,
  file: string,
  { integration, consulta, desde, hasta, reveal, reason }: ExportOptions,
): Promise<number> {
  const integrationId = integration && (await findIntegration(db, integration)).id;
  const what: RecordExport = {
    filter: { integrationId: integrationId || undefined, lookup: consulta },
    span: { from: desde ?? new Date(0), to: hasta ?? new Date() },
    reason: { purpose: 'other', note: reason },
    vault: reveal && vault,
    language: 'en',
  };
  const begin = reveal ? exportIdentifiers : exportQueries;
  await db.transaction((tx) => begin({ tx, permit }, what));
  let rows = 0;
  const text = async function* () {
    for await (const piece of exportRecords(db, what)) {
      rows += piece.rows;
      yield piece.text;
    }
  };
  // The file may hold personal data: only its owner can read it, and no file is overwritten.
  await pipeline(Readable.from(text()), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return rows;
}
