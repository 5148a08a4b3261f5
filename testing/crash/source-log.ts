import { z } from 'zod';

const callsSchema = z.object({
  total: z.number(),
  recent: z.array(z.object({ n: z.number(), headers: z.record(z.string(), z.string()) })),
});

/** Collects the calls to the simulator, which keeps only the last thousand. */
export class SourceLog {
  /** How many times the source was asked, by request id. */
  readonly calls = new Map<string, number>();
  #read = 0;
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly sourceUrl: string) {}

  /** Adds the new calls, one read at a time. Rejects when some were missed. */
  read(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readNew());
    return this.#reading;
  }

  async #readNew(): Promise<void> {
    const response = await fetch(`${this.sourceUrl}/_control/calls?since=${this.#read}`);
    const { total, recent } = callsSchema.parse(await response.json());
    if (recent.length < total - this.#read) throw new Error('Calls to the source were missed.');
    for (const { n, headers } of recent) {
      const requestId = headers['x-request-id'] ?? '';
      this.calls.set(requestId, (this.calls.get(requestId) ?? 0) + 1);
      this.#read = Math.max(this.#read, n);
    }
  }
}
