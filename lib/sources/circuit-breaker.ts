/** `half_open`: one query is on its way to find out whether the source answers again. */
export type CircuitState = 'closed' | 'half_open' | 'open';

export interface CircuitBreakerOptions {
  readonly onChange: (state: CircuitState) => void;
  /** In ms, on any scale that only grows. */
  readonly now?: () => number;
}

/** How a query that the breaker admitted ended. Only an unreachable source counts against it. */
export type SourceVerdict = 'answered' | 'unreachable' | 'not_asked';

/**
 * A source that fails some of its queries is still worth asking, so one answer starts the count
 * again. Twenty in a row cost little when each is a refused connection, and are a sixth of the
 * queries in flight when each is a timeout.
 */
export const FAILURES_TO_OPEN = 20;

/** A source that is back is found within this time; one that is not gets a query in each. */
export const OPEN_MS = 5_000;

/** Stops asking a source that no longer answers, and finds out with single queries when it does. */
export class CircuitBreaker {
  readonly #onChange: (state: CircuitState) => void;
  readonly #now: () => number;
  #state: CircuitState = 'closed';
  #failures = 0;
  #retryAt = 0;

  constructor({ onChange, now = () => performance.now() }: CircuitBreakerOptions) {
    this.#onChange = onChange;
    this.#now = now;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** Admits a query, as a probe when the circuit was open long enough; each must be reported. */
  admit(): 'closed' | 'probe' | 'open' {
    if (this.#state === 'closed') return 'closed';
    if (this.#state === 'half_open' || this.#now() < this.#retryAt) return 'open';
    this.#change('half_open');
    return 'probe';
  }

  /** Reports how an admitted query ended. One that was admitted before the circuit opened, too. */
  report(verdict: SourceVerdict, isProbe: boolean): void {
    if (verdict === 'answered') {
      this.#failures = 0;
      this.#change('closed');
    } else if (verdict === 'unreachable') {
      this.#failures += 1;
      if (isProbe || (this.#state === 'closed' && this.#failures >= FAILURES_TO_OPEN)) {
        this.#open(OPEN_MS);
      }
    } else if (isProbe && this.#state === 'half_open') {
      // It says nothing about the source, so the next query is the probe.
      this.#open(0);
    }
  }

  #open(pauseMs: number): void {
    this.#retryAt = this.#now() + pauseMs;
    this.#change('open');
  }

  #change(state: CircuitState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#onChange(state);
  }
}
