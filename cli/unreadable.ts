import { Command } from 'commander';
import { listUnreadableFields } from '@/lib/recording/unreadable-fields';
import { withContext } from './context';
import { print, table } from './output';

export function unreadableCommand(): Command {
  return new Command('unreadable')
    .description('fields of the sources whose values could not be read, the most recent first')
    .action(unreadable);
}

async function unreadable({ json }: { json?: boolean }): Promise<void> {
  const fields = await withContext(({ db }) => listUnreadableFields(db));
  const published = fields.map(({ lookup, field, answers, firstAt, lastAt }) => ({
    consulta: lookup,
    campo: field,
    respuestas: answers,
    primera: firstAt.toISOString(),
    ultima: lastAt.toISOString(),
  }));
  const header = ['CONSULTA', 'CAMPO', 'RESPUESTAS', 'PRIMERA', 'ULTIMA'];
  const rows = published.map((row) => Object.values(row).map(String));
  print(json, published, rows.length === 0 ? ['Every value was read.'] : table([header, ...rows]));
}
