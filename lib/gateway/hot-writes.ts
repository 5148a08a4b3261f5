/** Time for which one success shows that lookups work, whatever a new connection says. */
const FRESH_MS = 5_000;

/**
 * Remembers how the newest reservations and settlements ended. They are what lookups need of the
 * database, so health asks here first.
 */
export class HotWrites {
  readonly #now: () => number;
  #succeededAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the function with its results noted: a rejection is a failure of ours. */
  watched<Args extends readonly unknown[], Result>(write: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      try {
        const result = await write(...args);
        this.#succeededAt = this.#now();
        return result;
      } catch (error) {
        this.#failedAt = this.#now();
        throw error;
      }
    };
  }

  /**
   * `working`: one succeeded within five seconds. `failing`: the newest ones failed within that time.
   * `idle`: nobody asked lately.
   */
  get state(): 'working' | 'failing' | 'idle' {
    const since = this.#now() - FRESH_MS;
    if (this.#succeededAt >= since) return 'working';
    return this.#failedAt >= since ? 'failing' : 'idle';
  }
}
