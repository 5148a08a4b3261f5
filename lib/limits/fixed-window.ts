import { type LimitResult, limitResult } from './limit';

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Counts per key in memory. A window starts with its first request and lasts `windowMs`. Above
 * `maxKeys` the oldest window is forgotten. `limit` is the quota of calls that name none.
 */
export class FixedWindow {
  readonly #windows = new Map<string, Window>();

  constructor(
    readonly limit: number,
    readonly windowMs: number,
    readonly maxKeys = 100_000,
    readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.#windows.size;
  }

  spend(key: string, quota = this.limit): LimitResult {
    const now = this.now();
    const window = this.#current(key, now);
    window.count += 1;
    return limitResult({ count: window.count, resetMs: window.endsAt - now }, quota);
  }

  /** Returns the state of a window without counting a request. */
  peek(key: string, quota = this.limit): LimitResult {
    const now = this.now();
    const window = this.#windows.get(key);
    const live = window !== undefined && window.endsAt > now;
    const state = live ? window : { count: 0, endsAt: now + this.windowMs };
    return limitResult({ count: state.count, resetMs: state.endsAt - now }, quota);
  }

  #current(key: string, now: number): Window {
    const existing = this.#windows.get(key);
    if (existing !== undefined && existing.endsAt > now) return existing;
    // Deletes first, so that the map stays in order of the windows' age.
    this.#windows.delete(key);
    this.#makeRoom(now);
    const window = { count: 0, endsAt: now + this.windowMs };
    this.#windows.set(key, window);
    return window;
  }

  #makeRoom(now: number): void {
    for (const [key, window] of this.#windows) {
      if (window.endsAt > now && this.#windows.size < this.maxKeys) return;
      this.#windows.delete(key);
    }
  }
}
