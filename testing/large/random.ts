import { createHash } from 'node:crypto';

const RANGE = 2 ** 32;

/**
 * A seeded generator (sfc32), quick enough for tens of millions of draws. Each name gives a stream of
 * its own, so that drawing more for one purpose changes nothing for the others.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, name: string) {
    const digest = createHash('sha256').update(`${seed} ${name}`).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
  }

  /** 32 bits, not below zero. */
  word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to 1, the latter not included. */
  share(): number {
    return this.word() / RANGE;
  }

  /** A whole number in [min, max], both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.share() * (max - min + 1));
  }

  chance(share: number): boolean {
    return this.share() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to pick from.');
    return item;
  }

  /** Log-normal: half of the draws below `median`, the more spread the larger `sigma`. */
  logNormal(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.share()));
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.share()));
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count; at += 1) bytes[at] = this.word() & 0xff;
    return bytes;
  }
}

/** Draws items in proportion to their weights, each draw in constant time (the alias method). */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #keep: Float64Array;
  readonly #alias: Int32Array;

  constructor(items: readonly T[], weights: readonly number[]) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    if (!(total > 0)) throw new RangeError('No item has a weight.');
    this.#items = items;
    this.#keep = Float64Array.from(weights, (weight) => (weight * items.length) / total);
    this.#alias = Int32Array.from(items, (_item, place) => place);
    this.#pair();
  }

  /** Fills what is missing of each place below the average from one above it. */
  #pair(): void {
    const [keep, alias] = [this.#keep, this.#alias];
    const places = [...keep.keys()];
    const small = places.filter((place) => (keep[place] ?? 0) < 1);
    const large = places.filter((place) => (keep[place] ?? 0) >= 1);
    for (;;) {
      const [less, more] = [small.pop(), large.pop()];
      if (less === undefined || more === undefined) break;
      alias[less] = more;
      const rest = (keep[more] ?? 0) + (keep[less] ?? 0) - 1;
      keep[more] = rest;
      if (rest < 1) small.push(more);
      else large.push(more);
    }
  }

  draw(random: Random): T {
    const place = random.share() * this.#items.length;
    const floor = Math.floor(place);
    const chosen = place - floor < (this.#keep[floor] ?? 0) ? floor : this.#alias[floor];
    const item = this.#items[chosen ?? 0];
    if (item === undefined) throw new RangeError('Nothing to draw from.');
    return item;
  }
}
