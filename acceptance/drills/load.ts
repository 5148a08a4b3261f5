import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { quantile } from '@/acceptance/load/job';
import { send } from '@/acceptance/load/send';
import { withConnection } from '@/db/client';
import { SECOND_MS } from '@/lib/base/time/time';
import { lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import type { Credentials } from '@/testing/requests';

/** A request as its client saw it. */
export interface Seen {
  readonly requestId: string;
  /** `broken` when the connection ended without an answer. */
  readonly status: number | 'broken';
  readonly sentAt: number;
  readonly ms: number;
}

export interface LoadOptions {
  /** Base address of each request. */
  readonly url: () => string;
  readonly caller: Credentials;
  readonly perSecond: number;
}

/** Sends billed queries at a steady rate, whatever the answers. Nothing is sent twice. */
export class SteadyLoad {
  readonly seen: Seen[] = [];
  readonly #agent = new Agent({ connections: 256, headersTimeout: 60_000, pipelining: 1 });
  readonly #underWay = new Set<Promise<void>>();
  readonly #sender: Promise<void>;
  #stopping = false;

  constructor(private readonly options: LoadOptions) {
    this.#sender = this.#send();
  }

  /** Ends the requests under way and returns everything that was seen, in the order of sending. */
  async stop(): Promise<readonly Seen[]> {
    this.#stopping = true;
    await this.#sender;
    await Promise.all(this.#underWay);
    await this.#agent.destroy();
    return this.seen.sort((a, b) => a.sentAt - b.sentAt);
  }

  async #send(): Promise<void> {
    const startedAt = performance.now();
    for (let sent = 0; !this.#stopping; sent += 1) {
      const dueAt = startedAt + (sent * SECOND_MS) / this.options.perSecond;
      await pause(Math.max(0, dueAt - performance.now()));
      const asking = this.#ask().finally(() => this.#underWay.delete(asking));
      this.#underWay.add(asking);
    }
  }

  async #ask(): Promise<void> {
    const { url, caller } = this.options;
    const { path, bodyFor } = lookupFacts['cui-nit'];
    const requestId = randomUUID();
    const sentAt = performance.now();
    const question = { requestId, customer: caller, body: bodyFor(wellKnown.individual) };
    const ending = await send(this.#agent, url() + path, question);
    const status = ending.kind === 'answer' ? ending.status : 'broken';
    this.seen.push({ requestId, status, sentAt, ms: performance.now() - sentAt });
  }
}

/** Counts the answers by status: `200: 1500, 500: 3`. */
export function countsOf(seen: readonly Seen[]): string {
  const counts = new Map<Seen['status'], number>();
  for (const { status } of seen) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

export function latenciesOf(seen: readonly Seen[]): string {
  const latencies = seen.map(({ ms }) => ms);
  const at = (share: number) => `${Math.round(quantile(latencies, share))} ms`;
  return `median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}`;
}

/** Lists answers of 200 that were not charged exactly once, and others that were charged. */
export async function unpaidAnswers(databaseUrl: string, seen: readonly Seen[]): Promise<string[]> {
  const ids = seen.map(({ requestId }) => requestId);
  const rows = await withConnection(
    databaseUrl,
    (sql) => sql<{ requestId: string; paid: number }[]>`
      SELECT s.id AS "requestId", count(l.query_id)::int AS paid
      FROM unnest(${ids}::text[]) AS s(id)
        LEFT JOIN query_records r ON r.request_id = s.id AND r.status = 200
        LEFT JOIN ledger_entries l ON l.query_id = r.id AND l.kind = 'cobro'
        AND -l.amount = r.charged AND NOT EXISTS (SELECT FROM ledger_entries d
          WHERE d.query_id = r.id AND d.kind = 'devolucion')
      GROUP BY 1`,
  );
  const paid = new Map(rows.map((row) => [row.requestId, row.paid]));
  return seen.flatMap(({ requestId, status }) => {
    const times = paid.get(requestId) ?? 0;
    if (status === 200 && times !== 1)
      return [`${requestId}: answered 200, charged ${times} times`];
    if (typeof status === 'number' && status !== 200 && times > 0) {
      return [`${requestId}: answered ${status} and charged`];
    }
    return [];
  });
}
