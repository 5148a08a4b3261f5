/** Limits of requests that run and of requests that wait. */
export interface SlotLimits {
  readonly max: number;
  /** Per key, so that one address cannot take all slots. */
  readonly maxPerKey: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
  /**
   * A key whose requests wait gets one slot at a time, and keeps it for as long again as its request
   * took: one busy key leaves the others more than half of a single thread.
   */
  readonly rests?: boolean;
}

interface Waiting {
  readonly key: string;
  readonly admit: (release: (() => void) | undefined) => void;
}

/** A bounded queue. No single key can take all of its slots. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #perKey = new Map<string, number>();
  #taken = 0;
  #waiting: readonly Waiting[] = [];

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Waits for a slot. Returns its release, or undefined when the queue is full or too slow. */
  acquire(key: string): Promise<(() => void) | undefined> {
    if (this.#isFree(key) && !this.#queues(key)) return Promise.resolve(this.#take(key));
    const { maxWaiting, waitMs } = this.#limits;
    if (this.#waiting.length >= maxWaiting) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        resolve(undefined);
      }, waitMs);
      const waiting: Waiting = {
        key,
        admit: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  #isFree(key: string): boolean {
    const { max, maxPerKey } = this.#limits;
    return this.#taken < max && (this.#perKey.get(key) ?? 0) < maxPerKey;
  }

  #queues(key: string): boolean {
    return this.#waiting.some((other) => other.key === key);
  }

  #take(key: string): () => void {
    this.#taken += 1;
    this.#perKey.set(key, (this.#perKey.get(key) ?? 0) + 1);
    const startedAt = performance.now();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const restMs = performance.now() - startedAt;
      if (this.#limits.rests && this.#queues(key)) setTimeout(() => this.#free(key), restMs);
      else this.#free(key);
    };
  }

  #free(key: string): void {
    this.#taken -= 1;
    const remaining = (this.#perKey.get(key) ?? 1) - 1;
    if (remaining === 0) this.#perKey.delete(key);
    else this.#perKey.set(key, remaining);
    this.#admitNext();
  }

  #admitNext(): void {
    const isNext = ({ key }: Waiting) =>
      this.#isFree(key) && !(this.#limits.rests && this.#perKey.has(key));
    const next = this.#waiting.find(isNext);
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.admit(this.#take(next.key));
  }
}
