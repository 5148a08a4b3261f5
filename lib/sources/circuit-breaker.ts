/** `half_open`: one query, the probe, finds out whether the source answers again. */
export type CircuitState = 'closed' | 'half_open' | 'open';

export interface CircuitBreakerOptions {
  readonly onChange: (state: CircuitState) => void;
  /** A monotonic clock, in ms. */
  readonly now?: () => number;
}

/** Result of an admitted query. Only an unreachable source counts against it. */
export type SourceReport = 'answered' | 'unreachable' | 'not_asked';

/**
 * Failures in a row after which the circuit opens. One answer resets the count, because a source
 * that fails only some of its queries is still worth asking. Twenty failures cost little when
 * connections are refused, and are a sixth of the queries in flight when they time out.
 */
export const FAILURES_TO_OPEN = 20;

/** Time between probes while the circuit is open. */
export const OPEN_MS = 5_000;

/** Stops queries to a source that no longer answers, and probes it until it does. */
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

  /** Whether the source was unreachable at the newest report, or is not asked because of that. */
  get failing(): boolean {
    return this.#state !== 'closed' || this.#failures > 0;
  }

  /** Admits a query, perhaps as a probe. Each admitted query must be reported. */
  admit(): 'closed' | 'probe' | 'open' {
    if (this.#state === 'closed') return 'closed';
    if (this.#state === 'half_open' || this.#now() < this.#retryAt) return 'open';
    this.#change('half_open');
    return 'probe';
  }

  /** Reports the result of an admitted query, even of one admitted before the circuit opened. */
  report(result: SourceReport, isProbe: boolean): void {
    if (result === 'answered') {
      this.#failures = 0;
      this.#change('closed');
    } else if (result === 'unreachable') {
      this.#failures += 1;
      if (isProbe || (this.#state === 'closed' && this.#failures >= FAILURES_TO_OPEN)) {
        this.#open(OPEN_MS);
      }
    } else if (isProbe && this.#state === 'half_open') {
      // The probe did not ask the source, so the next query is the probe.
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
