import { displayDuration } from './duration';
import type { RunWatcher } from './run';

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001b[2K';

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>;

/** On a terminal one line that is drawn again and again; elsewhere a line per check. */
export function progressOn(stream: Stream): RunWatcher & { end(): void } {
  return stream.isTTY ? bar(stream) : lines(stream);
}

function lines(stream: Stream): RunWatcher & { end(): void } {
  return {
    waiting: (ms, why) => void stream.write(`waiting ${displayDuration(ms)} for ${why}\n`),
    finished: (result, done, of) =>
      void stream.write(`${done}/${of} ${endingOf(result)} ${result.check.title}\n`),
    end: () => {},
  };
}

function bar(stream: Stream): RunWatcher & { end(): void } {
  let share = 0;
  const draw = (text: string) => {
    const filled = Math.round(share * BAR_WIDTH);
    const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${text}`;
    stream.write(CLEAR_LINE + line.slice(0, (stream.columns || 80) - 1));
  };
  return {
    waiting: (ms, why) => {
      const until = new Date(Date.now() + ms).toLocaleTimeString('es-GT', { hour12: false });
      draw(`waiting for ${why} until ${until}`);
    },
    finished: (result, done, of) => {
      share = done / of;
      const ending = endingOf(result);
      if (ending !== 'ok') stream.write(`${CLEAR_LINE}${ending} ${result.check.title}\n`);
      draw(`${done}/${of} ${result.check.title}`);
    },
    end: () => void stream.write(CLEAR_LINE),
  };
}

function endingOf(result: Parameters<RunWatcher['finished']>[0]): 'ok' | 'FAILED' | 'skipped' {
  if (result.state === 'skipped') return 'skipped';
  return result.findings.length === 0 ? 'ok' : 'FAILED';
}
