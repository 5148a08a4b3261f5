/** Takes the first of every `oneIn` events. */
export class Sample {
  readonly #oneIn: number;
  #seen = 0;

  constructor(oneIn: number) {
    this.#oneIn = oneIn;
  }

  takes(): boolean {
    const takes = this.#seen === 0;
    this.#seen = (this.#seen + 1) % this.#oneIn;
    return takes;
  }
}
