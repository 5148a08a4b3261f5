import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { releaseExpired } from '@/lib/billing/release-expired';
import { topUp } from '@/lib/billing/top-up';
import { createPrng, type Prng } from '@/simulator/prng';
import { addFault } from '@/testing/harness';
import { act } from '@/testing/integration';
import type { Cluster, Customer } from './cluster';

const QUETZAL = 10_000n;
const EVERY_MS = 100;
const TOP_UP_QUERIES = 10n;
const EARLY_AT_MOST = 2;

/** Delays of the source, by share of its calls, so that kills meet queries at every stage. */
const DELAYS = [
  { delayMs: 5, share: 0.3 },
  { delayMs: 30, share: 0.2 },
  { delayMs: 150, share: 0.15 },
  { delayMs: 600, share: 0.05 },
];

/**
 * Runs beside the load: delays the source, tops up a scarce balance, releases some holds early and
 * reads the source's log.
 */
export class Background implements Disposable {
  readonly problems: string[] = [];
  readonly #work: Promise<void>;
  #stopping = false;

  private constructor(
    private readonly cluster: Cluster,
    readonly log: SourceLog,
    readonly customers: readonly Customer[],
    private readonly poor: Customer,
    private readonly prng: Prng,
  ) {
    this.#work = this.#run();
  }

  static async open(cluster: Cluster, seed: number): Promise<Background> {
    const { sourceUrl } = cluster.harness;
    for (const delay of DELAYS) await addFault(sourceUrl, { behaviour: 'delay', seed, ...delay });
    const rich = await cluster.addCustomer(10_000_000n * QUETZAL, 5_000n);
    const free = await cluster.addCustomer(QUETZAL, 0n);
    const poor = await cluster.addCustomer(20n * 2_500n, 2_500n);
    const log = new SourceLog(sourceUrl);
    return new Background(cluster, log, [rich, rich, free, poor], poor, createPrng(seed));
  }

  [Symbol.dispose](): void {
    this.#stopping = true;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#work;
    await this.#readLog();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#readLog();
      await this.#topUp();
      await this.#releaseSomeEarly().catch(() => {});
      await pause(EVERY_MS);
    }
  }

  async #readLog(): Promise<void> {
    try {
      await this.log.read();
    } catch (error) {
      this.problems.push(String(error));
    }
  }

  /**
   * Expires the holds of some queries just begun, so that their answers come too late. One at a
   * time: rows locked outside the order of the accounts could block a settlement.
   */
  async #releaseSomeEarly(): Promise<void> {
    const { sql, settle } = this.cluster;
    const holds = await sql<{ id: string }[]>`
      SELECT query_id AS id FROM holds
      WHERE created_at > clock_timestamp() - interval '1 second' ORDER BY query_id DESC
      LIMIT ${this.prng.int(0, EARLY_AT_MOST)}`;
    for (const { id } of holds) {
      await sql`UPDATE holds SET expires_at = clock_timestamp() WHERE query_id = ${id}`;
    }
    await releaseExpired(sql, settle);
  }

  /** May fail before or after its commit while the database is away; the ledger must be right. */
  async #topUp(): Promise<void> {
    const { poor, cluster } = this;
    const amount = TOP_UP_QUERIES * poor.tarifa;
    await act(cluster.db, topUp, { nombre: poor.nombre, amount }).catch(() => {});
  }
}

const callsSchema = z.object({
  total: z.number(),
  recent: z.array(z.object({ n: z.number(), headers: z.record(z.string(), z.string()) })),
});

/** Collects the calls to the simulator, which keeps only the last thousand. */
class SourceLog {
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
