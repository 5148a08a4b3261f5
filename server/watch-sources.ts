import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths';

/** What `npm run dev` does not reload. */
export interface StaleSources {
  /** Counts the migrations that were written since the start. */
  waitingMigrations(): number;
}

/** An editor and drizzle-kit write several files for one change. */
const SETTLED_MS = 200;

interface Watch {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Prints, once each, which changes of the sources need a new start. */
export function watchSources({ signal, print }: Watch, root = projectRoot): StaleSources {
  const migrations = () =>
    readdirSync(join(root, 'db', 'migrations')).filter((name) => name.endsWith('.sql'));
  const known = new Set(migrations());
  const waitingMigrations = () => migrations().filter((name) => !known.has(name)).length;
  const said = new Set<string>();
  const say = (line: string) => {
    if (!said.has(line)) print(line);
    said.add(line);
  };
  const onChange = (folder: string, callback: () => void) =>
    watchFolder(join(root, folder), signal, callback);
  onChange('simulator', () => say('The simulator changed: start again.'));
  onChange('db/schema', () =>
    say('db/schema changed: npx drizzle-kit generate --name what_it_does, then start again.'),
  );
  onChange('db/migrations', () => {
    const waiting = waitingMigrations();
    if (waiting > 0) say(waitingTexts(waiting).en);
  });
  return { waitingMigrations };
}

/** Says that migrations wait for the next start. */
export function waitingTexts(count: number) {
  return count === 1
    ? {
        es: 'Falta por aplicar 1 migración: inicie de nuevo.',
        en: '1 migration waits: start again.',
      }
    : {
        es: `Faltan por aplicar ${count} migraciones: inicie de nuevo.`,
        en: `${count} migrations wait: start again.`,
      };
}

/** Calls back when a folder has changed. Does not keep the process running. */
function watchFolder(folder: string, signal: AbortSignal, callback: () => void): void {
  let settling: NodeJS.Timeout | undefined;
  watch(folder, { recursive: true, persistent: false, signal }, () => {
    clearTimeout(settling);
    settling = setTimeout(() => signal.aborted || callback(), SETTLED_MS).unref();
  });
}
