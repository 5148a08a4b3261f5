import type { ServerResponse } from 'node:http';

/** Holds calls until they are released, for tests that need an exact order of events. */
export class Gate {
  #waiting = new Set<() => void>();
  #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Runs `proceed` at the release, unless the client has hung up by then. */
  hold(response: ServerResponse, proceed: () => void): void {
    this.#waiting.add(proceed);
    // Before the call log's own listener, so that its watchers read the right count.
    response.prependListener('close', () => this.#waiting.delete(proceed));
    this.#onChange();
  }

  /** Releases the first `count` waiting calls, all by default, and returns their number. */
  release(count = Number.POSITIVE_INFINITY): number {
    const leaving = [...this.#waiting].slice(0, count);
    for (const proceed of leaving) {
      this.#waiting.delete(proceed);
      proceed();
    }
    return leaving.length;
  }
}
