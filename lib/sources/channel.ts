import type { Dispatcher } from 'undici';
import { CircuitBreaker, type CircuitState, type SourceVerdict } from './circuit-breaker';
import { createSourcePool } from './exchange';

/** The place that an admitted query has in its lookup's bulkhead. */
export interface Place {
  /** Reports what the query found out about the source. */
  report(verdict: SourceVerdict): void;
  /** Gives the place back. A query that reported nothing counts as `not_asked`. */
  leave(): void;
}

/**
 * What one lookup has of its source for itself: connections, a bulkhead (a limit of queries in
 * flight) and a circuit breaker. So a slow lookup cannot hold up another that asks the same source.
 */
export class Channel {
  readonly pool: Dispatcher;
  readonly #maxInFlight: number;
  readonly #breaker: CircuitBreaker;
  #inFlight = 0;

  constructor(maxInFlight: number, onChange: (state: CircuitState) => void) {
    this.#maxInFlight = maxInFlight;
    this.#breaker = new CircuitBreaker({ onChange });
    this.pool = createSourcePool(maxInFlight);
  }

  get circuit(): CircuitState {
    return this.#breaker.state;
  }

  /** Admits a query, or names the failure that it ends with at once. */
  admit(): Place | 'overloaded' | 'circuit_open' {
    if (this.#inFlight >= this.#maxInFlight) return 'overloaded';
    const admitted = this.#breaker.admit();
    if (admitted === 'open') return 'circuit_open';
    this.#inFlight += 1;
    let reported = false;
    const report = (verdict: SourceVerdict) => {
      if (!reported) this.#breaker.report(verdict, admitted === 'probe');
      reported = true;
    };
    return {
      report,
      leave: () => {
        this.#inFlight -= 1;
        report('not_asked');
      },
    };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
