import type { Logger } from '@/lib/base/telemetry/log';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { MINUTE_MS } from '@/lib/base/time/time';

/** Reasons why the front process refused a page request or closed a connection. */
export type RefusalReason =
  | 'body_too_large'
  | 'body_memory_full'
  | 'body_too_slow'
  | 'page_limit'
  | 'pages_busy'
  | 'pages_shed'
  | 'pages_unavailable'
  | 'pipelined'
  | 'sockets_idle'
  | 'sockets_of_address'
  | 'sockets_total'
  | 'unread_response';

/** Counts refusals by reason, as a metric and in the log once a minute, if there are any. */
export class RefusalCounts {
  readonly #counts = new Map<RefusalReason, number>();
  readonly #log: Logger;
  readonly #metric: Metrics['refused'];
  readonly #timer: NodeJS.Timeout;

  constructor(log: Logger, { refused }: Pick<Metrics, 'refused'>) {
    this.#log = log;
    this.#metric = refused;
    this.#timer = setInterval(() => this.#write(), MINUTE_MS).unref();
  }

  add(reason: RefusalReason, count = 1): void {
    this.#metric.inc({ reason }, count);
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#write();
  }

  #write(): void {
    if (this.#counts.size === 0) return;
    this.#log.warn({ event: 'requests_refused', counts: Object.fromEntries(this.#counts) });
    this.#counts.clear();
  }
}
