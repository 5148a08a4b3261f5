import { Command } from 'commander';
import { readSourceShapes } from '@/lib/sources/shapes';
import { withContext } from './context';
import { print, table } from './output';
import { sourceCheckCommand } from './source-check';

export function sourceCommands(): Command {
  return new Command('source')
    .description('what the sources send')
    .addCommand(
      new Command('shape')
        .description('how often each field of the sources has a value, and which have changed')
        .action(shape),
    )
    .addCommand(sourceCheckCommand());
}

async function shape({ json }: { json?: boolean }): Promise<void> {
  const shapes = await withContext(({ db }) => readSourceShapes(db));
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const rows = shapes.flatMap(({ lookup, adapter, fields }) =>
    fields.map(({ name, state, since, filledBefore, filledNow, unreadable }) => [
      lookup,
      adapter,
      name,
      state,
      percent(filledBefore),
      percent(filledNow),
      String(unreadable),
      since?.toISOString() ?? '',
    ]),
  );
  const header = ['LOOKUP', 'ADAPTER', 'FIELD', 'STATE', 'BEFORE', 'NOW', 'UNREADABLE', 'SINCE'];
  print(json, shapes, rows.length === 0 ? ['No source has answered.'] : table([header, ...rows]));
}
