import type { Agent } from 'undici';
import { CircuitBreaker, type CircuitState, type SourceReport } from './circuit-breaker';
import { createSourcePool } from './exchange';

/** A place of an admitted query in its lookup's bulkhead. */
export interface Place {
  /** Reports to the circuit breaker how the source behaved. */
  report(result: SourceReport): void;
  /** Releases the place. A query without a report counts as `not_asked`. */
  leave(): void;
}

/**
 * Resources of one lookup at its source: connections, a bulkhead (a limit of queries in flight) and
 * a circuit breaker. A slow lookup cannot block another one that asks the same source.
 */
export class Channel {
  readonly pool: Agent;
  readonly #maxInFlight: number;
  readonly #breaker: CircuitBreaker;
  #inFlight = 0;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** `source` names it in the metrics of certificates. */
  constructor(source: string, maxInFlight: number, onChange: (state: CircuitState) => void) {
    this.#maxInFlight = maxInFlight;
    this.#breaker = new CircuitBreaker({ onChange });
    this.pool = createSourcePool(maxInFlight, source);
  }

  get circuit(): CircuitState {
    return this.#breaker.state;
  }

  get failing(): boolean {
    return this.#breaker.failing;
  }

  /** When a query was last to be admitted, on the scale of `performance.now()`. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** Queries admitted and not yet ended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Open connections to the source, and calls that wait for one. */
  get connections(): { readonly open: number; readonly waiting: number } {
    const stats = Object.values(this.pool.stats);
    const sum = (of: (one: (typeof stats)[number]) => number) =>
      stats.reduce((total, one) => total + of(one), 0);
    return { open: sum((one) => Number(one.connected)), waiting: sum((one) => one.pending) };
  }

  admit(): Place | 'overloaded' | 'circuit_open' {
    this.#askedAt = performance.now();
    if (this.#inFlight >= this.#maxInFlight) return 'overloaded';
    const admitted = this.#breaker.admit();
    if (admitted === 'open') return 'circuit_open';
    this.#inFlight += 1;
    let reported = false;
    const report = (result: SourceReport) => {
      if (!reported) this.#breaker.report(result, admitted === 'probe');
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
