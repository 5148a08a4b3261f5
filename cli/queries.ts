import { Command } from 'commander';
import { formatQuetzales } from '@/lib/base/values/money';
import { findIntegration } from '@/lib/integrations/find';
import { listIdentifiers, listQueryRecords } from '@/lib/recording/list';
import { valuesOf } from '@/lib/recording/mask';
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
    .option('--reveal', 'with whole identifiers; needs a reason')
    .option('--reason <text>', 'why they are needed, for the audit log', '')
    .action(queries);
}

interface QueriesOptions {
  readonly limit: number;
  readonly requestId?: string;
  readonly reveal?: true;
  readonly reason: string;
  readonly json?: boolean;
}

async function queries(nombre: string, options: QueriesOptions) {
  const { limit, requestId, reveal, reason: note, json } = options;
  const records = await withTransaction(async (ctx) => {
    const input = { integration: await findIntegration(ctx.tx, nombre), limit, requestId };
    if (!reveal) return listQueryRecords(ctx, input);
    return listIdentifiers(ctx, { ...input, reason: { purpose: 'other', note } });
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
  const header = [
    'CREADO EN',
    'CONSULTA',
    'STATUS',
    'MS',
    'COBRADO',
    'ESTADO',
    'ID',
    'IDENTIFICADORES',
  ];
  const rows = published.map((row) => [
    row.creadoEn,
    row.consulta,
    String(row.status ?? '-'),
    String(row.duracionMs ?? '-'),
    row.cobrado,
    row.estado,
    row.id,
    valuesOf(row.identificadores ?? {})
      .map(({ value }) => value)
      .join(' '),
  ]);
  print(json, published, rows.length === 0 ? ['No records.'] : table([header, ...rows]));
}
