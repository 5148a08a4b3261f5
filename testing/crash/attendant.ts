import { setTimeout as pause } from 'node:timers/promises';
import { topUp } from '@/lib/billing/top-up';
import { testAdministrator } from '@/testing/integration';
import { SourceLog } from './source-log';
import type { Customer, World } from './world';

const QUETZAL = 10_000n;
const EVERY_MS = 100;
const TOP_UP_QUERIES = 10n;

/** Shares of the calls that the source makes wait, so that kills meet queries at every stage. */
const DELAYS = [
  { delayMs: 5, share: 0.3 },
  { delayMs: 30, share: 0.2 },
  { delayMs: 150, share: 0.15 },
  { delayMs: 600, share: 0.05 },
];

/**
 * What goes on beside the load: the source has its delays, an administrator tops a scarce balance
 * up, and the source's log is kept.
 */
export class Attendant {
  readonly problems: string[] = [];
  readonly #work: Promise<void>;
  #stopping = false;

  private constructor(
    private readonly world: World,
    readonly log: SourceLog,
    readonly customers: readonly Customer[],
    private readonly poor: Customer,
  ) {
    this.#work = this.#attend();
  }

  static async open(world: World, seed: number): Promise<Attendant> {
    for (const delay of DELAYS) await addFault(world, { behaviour: 'delay', seed, ...delay });
    const rich = await world.addCustomer(10_000_000n * QUETZAL, 5_000n);
    const free = await world.addCustomer(QUETZAL, 0n);
    const poor = await world.addCustomer(20n * 2_500n, 2_500n);
    return new Attendant(world, new SourceLog(world.simulator), [rich, rich, free, poor], poor);
  }

  abandon(): void {
    this.#stopping = true;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#work;
    await this.#readLog();
  }

  async #attend(): Promise<void> {
    while (!this.#stopping) {
      await this.#readLog();
      await this.#topUp();
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

  /** While the database is away it fails, wholly or after it was done: the ledger must be right. */
  async #topUp(): Promise<void> {
    const { poor, world } = this;
    const amount = TOP_UP_QUERIES * poor.tarifa;
    await world.db.transaction((tx) => topUp(tx, testAdministrator, poor, amount)).catch(() => {});
  }
}

async function addFault({ simulator }: World, fault: object): Promise<void> {
  const response = await fetch(`${simulator.url}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`The simulator refused a fault: ${await response.text()}`);
}
