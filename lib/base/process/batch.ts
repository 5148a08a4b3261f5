import type { Span } from '@opentelemetry/api';
import { DeadlineError, within } from '@/lib/base/time/deadline';

/** Options of a {@link Batch}. `run` returns the outputs in the order of the inputs. */
export interface BatchOptions<Input, Output> {
  readonly run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** True when the failed run changed nothing for certain, so that each input may run alone. */
  readonly mayRunAlone: (error: unknown) => boolean;
  readonly maxSize: number;
  /** Time after which a run counts as failed with unknown effect, and the next one starts. */
  readonly timeoutMs: number;
  readonly watch?: WatchRun | undefined;
}

/** Called with the inputs' spans when a run starts. Returns what to call when it ends. */
export type WatchRun = (spans: readonly (Span | undefined)[]) => () => void;

export interface SubmitOptions {
  /** An input that still waits at this time, on the scale of `performance.now()`, is not run. */
  readonly deadlineAt?: number;
  /** Span of the caller, if its request is traced. */
  readonly span?: Span | undefined;
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly deadlineAt: number;
  readonly span: Span | undefined;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets concurrent callers share one statement. When no run is under way, one starts with the inputs
 * of the same turn of the event loop. Inputs that arrive during a run share the next one. When an
 * input makes a run fail, the inputs run again one by one.
 */
export class Batch<Input, Output> {
  static #allWaiting = 0;

  /** Number of inputs that wait for a run, over all batches of this process. */
  static get waiting(): number {
    return Batch.#allWaiting;
  }

  readonly #options: BatchOptions<Input, Output>;
  #waiting: Waiting<Input, Output>[] = [];
  #underWay = false;

  constructor(options: BatchOptions<Input, Output>) {
    this.#options = options;
  }

  /** Adds an input to the next run. */
  submit(
    input: Input,
    { deadlineAt = Number.POSITIVE_INFINITY, span }: SubmitOptions = {},
  ): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, deadlineAt, span, resolve, reject });
      Batch.#allWaiting += 1;
      if (!this.#underWay) this.#begin();
    });
  }

  /** Begins when the inputs of the same moment have been read, so that they share the run. */
  #begin(): void {
    this.#underWay = true;
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const next = this.#waiting.splice(0, this.#options.maxSize);
      Batch.#allWaiting -= next.length;
      const members = next.filter(inTime);
      if (members.length > 0) await this.#runTogether(members);
    }
    this.#underWay = false;
  }

  async #runTogether(members: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      await this.#deliver(members);
    } catch (error) {
      if (members.length > 1 && this.#options.mayRunAlone(error)) {
        // Not awaited, because a slow one must not delay the next run.
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
    const outputs = await this.#runInTime(members);
    for (const [index, output] of outputs.entries()) members[index]?.resolve(output);
    // A run that returns too few outputs is a defect; its callers must not wait for ever.
    for (const member of members.slice(outputs.length)) {
      member.reject(new Error('A batch answered fewer outputs than inputs.'));
    }
  }

  /** Runs with a time limit, so that a silent connection does not block all inputs. */
  async #runInTime(members: readonly Waiting<Input, Output>[]): Promise<readonly Output[]> {
    const { run, timeoutMs, watch } = this.#options;
    const inputs = members.map(({ input }) => input);
    const onEnd = watch?.(members.map(({ span }) => span));
    try {
      return await within(performance.now() + timeoutMs, run(inputs));
    } catch (error) {
      // Must not look like a caller's own deadline.
      if (error instanceof DeadlineError) throw new Error('A batch was not answered in time.');
      throw error;
    } finally {
      onEnd?.();
    }
  }
}

/** Rejects an input whose deadline has passed. */
function inTime<Input, Output>({ deadlineAt, reject }: Waiting<Input, Output>): boolean {
  if (performance.now() < deadlineAt) return true;
  reject(new DeadlineError());
  return false;
}
