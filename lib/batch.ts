import { DeadlineError, within } from './deadline';

/** How a {@link Batch} does its work. `Output`s come back in the order of the inputs. */
export interface BatchOptions<Input, Output> {
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** True when the failed run is known to have changed nothing, so each input may be tried alone. */
  readonly mayRunAlone: (error: unknown) => boolean;
  readonly maxSize: number;
  /** A run silent for so long counts as failed, its effect unknown, and the next one starts. */
  readonly timeoutMs: number;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly deadlineAt: number;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets concurrent callers share one statement. A run starts at once when none is under way; what
 * arrives meanwhile waits and goes together in the next. An input that makes a run fail does not
 * touch its neighbours: they are run again one by one.
 */
export class Batch<Input, Output> {
  readonly #options: BatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  #underWay = false;

  constructor(options: BatchOptions<Input, Output>) {
    this.#options = options;
  }

  /** Past `deadlineAt` (scale of `performance.now()`) an input still waiting is not run at all. */
  submit(input: Input, deadlineAt = Number.POSITIVE_INFINITY): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, deadlineAt, resolve, reject });
      if (!this.#underWay) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#underWay = true;
    while (this.#waiting.length > 0) {
      const members = this.#waiting.splice(0, this.#options.maxSize).filter(inTime);
      if (members.length > 0) await this.#runTogether(members);
    }
    this.#underWay = false;
  }

  async #runTogether(members: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      await this.#deliver(members);
    } catch (error) {
      if (members.length > 1 && this.#options.mayRunAlone(error)) {
        // Not waited for: what makes one of them slow must not hold up the next run.
        for (const member of members) void this.#runAlone(member);
      } else {
        for (const member of members) member.reject(error);
      }
    }
  }

  async #runAlone(member: Waiting<Input, Output>): Promise<void> {
    try {
      await this.#deliver([member]);
    } catch (error) {
      member.reject(error);
    }
  }

  async #deliver(members: readonly Waiting<Input, Output>[]): Promise<void> {
    const outputs = await this.#runInTime(members.map((member) => member.input));
    for (const [index, output] of outputs.entries()) members[index]?.resolve(output);
    // A run that answers too few is a defect of the run; nobody may wait for ever because of it.
    for (const member of members.slice(outputs.length)) {
      member.reject(new Error('A batch answered fewer outputs than inputs.'));
    }
  }

  /** Without it one connection that went silent would stop everybody until TCP gives it up. */
  async #runInTime(inputs: readonly Input[]): Promise<readonly Output[]> {
    const { run, timeoutMs } = this.#options;
    try {
      return await within(performance.now() + timeoutMs, run(inputs));
    } catch (error) {
      // The callers have deadlines of their own, which this one must not be taken for.
      if (error instanceof DeadlineError) throw new Error('A batch was not answered in time.');
      throw error;
    }
  }
}

/** Rejects what nobody waits for any more. */
function inTime<Input, Output>({ deadlineAt, reject }: Waiting<Input, Output>): boolean {
  if (performance.now() < deadlineAt) return true;
  reject(new DeadlineError());
  return false;
}
