import { Command } from 'commander';
import { findIntegration } from '@/lib/integrations/find';
import { formatQuetzales } from '@/lib/money';
import { listQueryRecords } from '@/lib/recording/list';
import { count } from './arguments';
import { withTransaction } from './context';
import { print, table } from './output';

const DEFAULT_LIMIT = 50;

export function queriesCommand(): Command {
  return new Command('queries')
    .description('query records of an integration, newest first')
    .argument('<nombre>')
    .option('--limit <n>', 'how many at most', count, DEFAULT_LIMIT)
    .option('--request-id <id>', 'only those of one request')
    .action(queries);
}

interface QueriesOptions {
  readonly limit: number;
  readonly requestId?: string;
  readonly json?: boolean;
}

async function queries(nombre: string, { limit, requestId, json }: QueriesOptions) {
  const records = await withTransaction(async (ctx) => {
    const integration = await findIntegration(ctx.tx, nombre);
    return listQueryRecords(ctx, { integration, limit, requestId });
  });
  const published = records.map((record) => ({
    id: record.id,
    consulta: record.lookup,
    status: record.status,
    duracionMs: record.durationMs,
    /** Null after retention, and when this machine has no key to open them. */
    identificadores: record.identifiers ?? null,
    cobrado: formatQuetzales(record.charged),
    estado: record.estado,
    creadoEn: record.createdAt.toISOString(),
    requestId: record.requestId,
  }));
  const header = ['CREADO EN', 'CONSULTA', 'STATUS', 'MS', 'COBRADO', 'ESTADO', 'ID'];
  const rows = published.map((row) => [
    row.creadoEn,
    row.consulta,
    String(row.status ?? '-'),
    String(row.duracionMs ?? '-'),
    row.cobrado,
    row.estado,
    row.id,
  ]);
  print(json, published, rows.length === 0 ? ['No records.'] : table([header, ...rows]));
}
