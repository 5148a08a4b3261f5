import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type LoadJob, type LoadResult, numberedResult } from './job';

/** The load generator's process, kept for the whole run so that it stays warm. */
export class Generator implements Disposable {
  readonly #child: ChildProcess;
  #jobs = 0;

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
    });
    // Every job that runs listens.
    this.#child.setMaxListeners(0);
  }

  /** Runs one job; others may run at the same time. */
  run(job: LoadJob): Promise<LoadResult> {
    this.#jobs += 1;
    const id = this.#jobs;
    return new Promise((resolve, reject) => {
      const finish = () => {
        this.#child.off('message', receive);
        this.#child.off('exit', fail);
      };
      const receive = (message: unknown) => {
        const { id: finished, result } = numberedResult.parse(message);
        if (finished !== id) return;
        finish();
        resolve(result);
      };
      const fail = () => reject(new Error('The load generator ended.'));
      this.#child.on('message', receive);
      this.#child.once('exit', fail);
      this.#child.send({ id, job });
    });
  }

  /** Runs one job. Throws when any answer was not the expected one. */
  async runCleanly(job: LoadJob): Promise<LoadResult> {
    const result = await this.run(job);
    const [failure] = Object.keys(result.failures);
    if (failure !== undefined) throw new Error(failure);
    return result;
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGTERM');
  }
}
