/** A small seeded generator: 32-bit integer arithmetic only, so every engine draws the same. */
export interface Prng {
  /** An integer in [min, max], both included. */
  int(min: number, max: number): number;
  /** True in about `share` (0 to 1) of the draws. */
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

const RANGE = 2 ** 32;

/** Mulberry32: one word of state and good enough spread for made-up people. */
export function createPrng(seed: number): Prng {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return (word ^ (word >>> 14)) >>> 0;
  };
  const int = (min: number, max: number) => min + (next() % (max - min + 1));
  return {
    int,
    chance: (share) => next() < share * RANGE,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('pick needs at least one item');
      return item;
    },
  };
}
