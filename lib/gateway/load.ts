import { Batch } from '@/lib/base/process/batch';

/** Kinds of requests that an overloaded process refuses. It refuses pages first. */
export type Shed = 'pages' | 'lookups';

interface Bounds {
  /** Mean delay of the event loop. */
  readonly delayMs: number;
  /** Inputs that wait for a shared statement. */
  readonly waiting: number;
}

/**
 * Above these bounds a kind is refused. A query takes about six turns of the event loop: with a
 * delay of 400 ms each it takes 2.4 s instead of 7 ms. 5,000 inputs fill 25 statements, so the last
 * input waits about a second.
 */
const BOUNDS: Readonly<Record<Shed, Bounds>> = {
  pages: { delayMs: 200, waiting: 1_000 },
  lookups: { delayMs: 400, waiting: 5_000 },
};

const SAMPLE_MS = 100;
/** Weight of the newest sample: a pause of one second is no overload, one of three seconds is. */
const NEWEST = 0.2;

/** Measures how busy the process is. */
export class Load {
  readonly #timer: NodeJS.Timeout;
  #delayMs = 0;
  #sampledAt = performance.now();

  constructor() {
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();
  }

  /** True when new requests of this kind must be refused, so that those under way can finish. */
  overloaded(kind: Shed): boolean {
    const { delayMs, waiting } = BOUNDS[kind];
    return this.#delayMs > delayMs || Batch.waiting > waiting;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    const now = performance.now();
    const delayMs = Math.max(0, now - this.#sampledAt - SAMPLE_MS);
    this.#sampledAt = now;
    this.#delayMs += NEWEST * (delayMs - this.#delayMs);
  }
}
