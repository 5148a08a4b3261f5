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

  /** Releases all waiting calls, and returns their number. */
  release(): number {
    const leaving = [...this.#waiting];
    this.#waiting.clear();
    for (const proceed of leaving) proceed();
    return leaving.length;
  }
}
