import { ANSWER_TIMEOUT_MS, isLockTimeout, isRefusedStatement } from '@/db/client';
import { Batch } from '@/lib/batch';
import { DeadlineError } from '@/lib/deadline';

/** The account is locked by somebody else, and the statement was told not to wait for it. */
export const BUSY = 'busy';

/**
 * A statement for many inputs. With `wait` it waits for accounts locked by others, a moment at most;
 * with `skip` it answers {@link BUSY} for their inputs and does the rest.
 */
export type SharedStatement<Input, Output> = (
  inputs: readonly Input[],
  locks: 'wait' | 'skip',
) => Promise<readonly (Output | typeof BUSY)[]>;

export interface LaneOptions {
  /** Unbilled queries touch no account, so no account may hold them up. */
  readonly billed: boolean;
  /** Past it, on the scale of `performance.now()`, the input is not run any more. */
  readonly deadlineAt: number;
}

export type SubmitToLane<Input, Output> = (input: Input, options: LaneOptions) => Promise<Output>;

const MAX_BATCH = 200;
const BUSY_PAUSE_MS = 25;

/**
 * Lets the queries of a moment share a statement without letting one locked account hold up the
 * others: a shared statement that waited in vain is run again without the locked accounts, whose
 * inputs go on trying in a lane of their own. Throws {@link DeadlineError} for an input that was not
 * run in time.
 */
export function createLanes<Input, Output>(
  statement: SharedStatement<Input, Output>,
  timeoutMs = ANSWER_TIMEOUT_MS,
): SubmitToLane<Input, Output> {
  const lane = (run: (inputs: readonly Input[]) => Promise<readonly (Output | typeof BUSY)[]>) =>
    new Batch({ run, mayRunAlone: isRefusedStatement, maxSize: MAX_BATCH, timeoutMs });
  const unbilled = lane((inputs) => statement(inputs, 'wait'));
  const patient = lane((inputs) => statement(inputs, 'skip'));
  const billed = lane(async (inputs) => {
    try {
      return await statement(inputs, 'wait');
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return statement(inputs, 'skip');
    }
  });
  return async (input, options) => {
    let outcome = await (options.billed ? billed : unbilled).submit(input, options.deadlineAt);
    while (outcome === BUSY) {
      if (performance.now() >= options.deadlineAt) throw new DeadlineError();
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
      outcome = await patient.submit(input, options.deadlineAt);
    }
    return outcome;
  };
}
