import type { Sql } from '@/db/client';

export interface Counted<Item> {
  readonly item: Item;
  count: number;
}

/**
 * Counts items in memory and writes them down now and then, so that counting costs the database
 * nothing. A process that dies loses the counts of the last seconds.
 */
export abstract class Tally<Item extends object> {
  #counts = new Map<string, Counted<Item>>();

  /** How many different items wait to be written. */
  protected get size(): number {
    return this.#counts.size;
  }

  protected add(item: Item, count = 1): void {
    const key = JSON.stringify(item);
    const counted = this.#counts.get(key);
    if (counted === undefined) this.#counts.set(key, { item, count });
    else counted.count += count;
  }

  /** Writes what was counted since the last time; keeps it when the database refuses. */
  async write(sql: Sql): Promise<void> {
    const counts = [...this.#counts.values()];
    if (counts.length === 0) return;
    this.#counts = new Map();
    try {
      await this.store(sql, counts);
    } catch (error) {
      for (const { item, count } of counts) this.add(item, count);
      throw error;
    }
  }

  protected abstract store(sql: Sql, counts: readonly Counted<Item>[]): Promise<void>;
}
