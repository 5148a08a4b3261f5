/** A map of at most `limit` keys. Setting a key makes it the newest and drops the oldest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    if (this.size >= this.#limit) {
      const { value: oldest, done } = this.keys().next();
      if (!done) this.delete(oldest);
    }
    return super.set(key, value);
  }
}
