import { MINUTE_MS } from '@/lib/base/time/time';
import type { Spending } from './ask';
import type { Limits } from './settings';

export const GLOBAL_WINDOW_MS = 15 * MINUTE_MS;
/** The deployment's clock starts its window a little after a request leaves here. */
const SLACK_MS = 1_000;
const ADDRESS = 'address';

/** Tells when requests may be sent so that no window of any limit exceeds it. */
export class Pacer {
  readonly #sentAt = new Map<string, number[]>();
  /** Counters that the deployment said are used up, and until when. */
  readonly #closedUntil = new Map<string, number>();

  constructor(
    readonly limits: Limits,
    readonly now: () => number,
  ) {}

  /** Returns how long to wait until all of these may be sent at once. */
  waitMs(spendings: readonly Spending[]): number {
    let waitMs = this.#roomMs(ADDRESS, spendings.length, this.limits.global, GLOBAL_WINDOW_MS);
    for (const [counter, { policy, count }] of counted(spendings)) {
      const closedMs = (this.#closedUntil.get(counter) ?? 0) - this.now();
      const roomMs = this.#roomMs(counter, count, this.limits[policy], MINUTE_MS);
      waitMs = Math.max(waitMs, closedMs, roomMs);
    }
    return Math.max(0, waitMs);
  }

  /**
   * Returns how long to wait until all of these may be sent at once and counters that they exhaust
   * are in a new window, which allows exactly the limit.
   */
  freshMs(spendings: readonly Spending[]): number {
    let waitMs = this.waitMs(spendings);
    for (const [counter, { policy, count }] of counted(spendings)) {
      const isUsedUp = count >= (this.limits[policy] ?? Number.POSITIVE_INFINITY);
      const last = isUsedUp ? this.#sentAt.get(counter)?.at(-1) : undefined;
      if (last !== undefined) waitMs = Math.max(waitMs, last + MINUTE_MS + SLACK_MS - this.now());
    }
    return waitMs;
  }

  /** Returns how long to wait until the present window of the address has ended. */
  addressResetMs(): number {
    const [oldest = this.now()] = this.#recent(ADDRESS, GLOBAL_WINDOW_MS);
    return oldest + GLOBAL_WINDOW_MS + SLACK_MS - this.now();
  }

  sent({ counter }: Spending): void {
    for (const key of counter === undefined ? [ADDRESS] : [ADDRESS, counter]) {
      this.#sentAt.set(key, [...this.#recent(key, GLOBAL_WINDOW_MS), this.now()]);
    }
  }

  /** Learns the state of a counter from an answer's RateLimit fields. */
  learn({ counter }: Spending, remaining: number, resetMs: number): void {
    if (counter === undefined || remaining > 0) return;
    this.#closedUntil.set(counter, this.now() + resetMs + SLACK_MS);
  }

  #roomMs(key: string, count: number, limit: number | undefined, windowMs: number): number {
    if (limit === undefined) return 0;
    const recent = this.#recent(key, windowMs + SLACK_MS);
    // Once this many of the oldest have left the window there is as much room as there can be.
    const mustLeave = Math.min(recent.length, recent.length + count - limit);
    const last = mustLeave > 0 ? recent[mustLeave - 1] : undefined;
    return last === undefined ? 0 : last + windowMs + SLACK_MS - this.now();
  }

  #recent(key: string, windowMs: number): number[] {
    const since = this.now() - windowMs;
    return (this.#sentAt.get(key) ?? []).filter((at) => at > since);
  }
}

function counted(spendings: readonly Spending[]) {
  const counts = new Map<string, { policy: Spending['policy']; count: number }>();
  for (const { counter, policy } of spendings) {
    if (counter === undefined) continue;
    counts.set(counter, { policy, count: (counts.get(counter)?.count ?? 0) + 1 });
  }
  return counts;
}
