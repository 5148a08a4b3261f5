import { ANSWER_TIMEOUT_MS, isLockTimeout, isRefusedStatement } from '@/db/client';
import { Batch, type SubmitOptions, type WatchRun } from '@/lib/base/process/batch';
import { DeadlineError } from '@/lib/base/time/deadline';

/** Output for an input whose account is locked by another transaction. */
export const BUSY = 'busy';

/**
 * Two statements with the same effect. `together` serves many inputs: with `wait` it waits for
 * locked accounts and fails at the lock timeout, with `skip` it returns {@link BUSY} for their
 * inputs and does the rest. `alone` serves one billed input faster, or returns undefined and changes
 * nothing.
 */
export interface Statements<Input, Output> {
  alone(input: Input): Promise<Output | undefined>;
  together(
    inputs: readonly Input[],
    locks: 'wait' | 'skip',
  ): Promise<readonly (Output | typeof BUSY)[]>;
}

export interface LaneOptions extends SubmitOptions {
  /** False for queries that change no account, so that no locked account delays them. */
  readonly billed: boolean;
  /** The input is not run after this time, on the scale of `performance.now()`. */
  readonly deadlineAt: number;
}

export interface RunOptions {
  readonly timeoutMs?: number | undefined;
  readonly watch?: WatchRun | undefined;
}

export type SubmitToLane<Input, Output> = (input: Input, options: LaneOptions) => Promise<Output>;

const MAX_BATCH = 200;
const BUSY_PAUSE_MS = 25;

/**
 * Makes concurrent queries share a statement, without letting one locked account delay the others.
 * A billed input that waits alone is given to `alone` first. A statement that fails to get a lock
 * runs again without the locked accounts. Their inputs retry in a lane of their own. That lane waits
 * for locks first too, because otherwise it could miss a busy account every time. Throws {@link
 * DeadlineError} for an input that was not run in time.
 */
export function createLanes<Input, Output>(
  { alone, together }: Statements<Input, Output>,
  { timeoutMs = ANSWER_TIMEOUT_MS, watch }: RunOptions = {},
): SubmitToLane<Input, Output> {
  const lane = (run: (inputs: readonly Input[]) => Promise<readonly (Output | typeof BUSY)[]>) =>
    new Batch({ run, mayRunAlone: isRefusedStatement, maxSize: MAX_BATCH, timeoutMs, watch });
  const waitThenSkip = async (inputs: readonly Input[]) => {
    try {
      const [only] = inputs;
      const output = only && inputs.length === 1 ? await alone(only) : undefined;
      return output === undefined ? await together(inputs, 'wait') : [output];
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return together(inputs, 'skip');
    }
  };
  const unbilled = lane((inputs) => together(inputs, 'wait'));
  const billed = lane(waitThenSkip);
  const retries = lane(waitThenSkip);
  return async (input, options) => {
    let outcome = await (options.billed ? billed : unbilled).submit(input, options);
    while (outcome === BUSY) {
      if (performance.now() >= options.deadlineAt) throw new DeadlineError();
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
      outcome = await retries.submit(input, options);
    }
    return outcome;
  };
}
