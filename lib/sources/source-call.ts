import type { Dispatcher } from 'undici';
import { atDeadline } from '@/lib/base/time/deadline';

/** The gateway ended a call before its answer was complete. */
export class CallEnded extends Error {
  constructor(readonly by: 'deadline' | 'client' | 'size') {
    super(`ended by ${by}`);
  }
}

/** Created once, because stack traces are costly when hundreds of calls end together. */
const endedBy = {
  deadline: new CallEnded('deadline'),
  client: new CallEnded('client'),
  size: new CallEnded('size'),
};

/** The part of an `AbortSignal` that reports that the client hung up. */
export type HangUp = Pick<AbortSignal, 'aborted'> & {
  readonly addEventListener: (type: 'abort', listener: () => void) => void;
  readonly removeEventListener: (type: 'abort', listener: () => void) => void;
};

export interface CallBounds {
  /** When the exchange ends at the latest, on the scale of `performance.now()`. */
  readonly deadlineAt: number;
  /** Aborted when the integrator hangs up. */
  readonly signal: HangUp;
  /** Limit of the body as received. */
  readonly maxBytes: number;
}

/** A final answer, as received. */
export interface RawAnswer {
  readonly status: number;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

interface Waiting {
  readonly resolve: (answer: RawAnswer) => void;
  readonly reject: (error: Error) => void;
}

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/**
 * A request to a source through undici's dispatcher. Its `request` would add a stream, a signal and
 * an async resource, at several times the cost. The bounds apply until {@link release}.
 */
export class SourceCall implements Dispatcher.DispatchHandler {
  readonly #bounds: CallBounds;
  readonly #cancel: () => void;
  readonly #hangUp = () => this.#end('client');
  #waiting: Waiting | undefined;
  #controller: Controller | undefined;
  #ended: CallEnded | undefined;
  #status = 0;
  #encoding: string | undefined;
  readonly #chunks: Buffer[] = [];
  #size = 0;

  constructor(bounds: CallBounds) {
    this.#bounds = bounds;
    this.#cancel = atDeadline(bounds.deadlineAt, () => this.#end('deadline'));
    bounds.signal.addEventListener('abort', this.#hangUp);
    if (bounds.signal.aborted) this.#hangUp();
  }

  /** Rejects with {@link CallEnded} or with undici's error. */
  async send(pool: Dispatcher, options: Dispatcher.DispatchOptions): Promise<RawAnswer> {
    this.assertGoing();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      pool.dispatch(options, this);
    });
  }

  /** Throws {@link CallEnded} if a bound was exceeded, even after the answer arrived. */
  assertGoing(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  release(): void {
    this.#cancel();
    this.#bounds.signal.removeEventListener('abort', this.#hangUp);
  }

  #end(by: CallEnded['by']): void {
    this.#ended ??= endedBy[by];
    this.#controller?.abort(this.#ended);
    this.#waiting?.reject(this.#ended);
  }

  /** May run after the call ended, if it waited for a connection. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#ended !== undefined) controller.abort(this.#ended);
  }

  /** Also runs for informational answers; the final one comes last. */
  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    this.#status = status;
    this.#encoding = headers['content-encoding']?.toString();
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#bounds.maxBytes) this.#end('size');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only] = this.#chunks;
    const whole = this.#chunks.length === 1 && only !== undefined;
    const body = whole ? only : Buffer.concat(this.#chunks, this.#size);
    this.#waiting?.resolve({ status: this.#status, encoding: this.#encoding, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#waiting?.reject(error);
  }
}
