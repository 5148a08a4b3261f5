import { displayDuration } from './duration';
import type { RunWatcher } from './run';

/** Writes a line per check, and why the run waits. */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'write'>): RunWatcher {
  return {
    waiting: (ms, why) => void stream.write(`waiting ${displayDuration(ms)} for ${why}\n`),
    finished: (result, done, of) =>
      void stream.write(`${done}/${of} ${endingOf(result)} ${result.check.title}\n`),
  };
}

function endingOf(result: Parameters<RunWatcher['finished']>[0]): 'ok' | 'FAILED' | 'skipped' {
  if (result.state === 'skipped') return 'skipped';
  return result.findings.length === 0 ? 'ok' : 'FAILED';
}
