import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type LoadJob, type LoadResult, loadResult } from './load-job';

export type Load = Exclude<LoadResult, { error: string }>;

/** The load process, kept for the whole run so that it stays warm. */
export class Generator {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./load.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
    });
  }

  /** Runs one job. Throws when any answer was not the expected one. */
  async run(job: LoadJob): Promise<Load> {
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#child.once('message', resolve);
      this.#child.once('exit', () => reject(new Error('The load process ended.')));
    });
    this.#child.send(job);
    const result = loadResult.parse(await answer);
    this.#child.removeAllListeners('exit');
    if ('error' in result) throw new Error(result.error);
    return result;
  }

  stop(): void {
    this.#child.removeAllListeners('exit');
    this.#child.kill('SIGTERM');
  }
}
