import type { Logger } from '@/lib/base/telemetry/log';
import type { Metrics } from '@/lib/base/telemetry/metrics';
import { MINUTE_MS } from '@/lib/base/time/time';

/** Reasons why the front process sheds a page request or closes a connection. */
export type ShedReason =
  | 'body_too_large'
  | 'body_memory_full'
  | 'body_too_slow'
  | 'page_limit'
  | 'pages_building'
  | 'pages_busy'
  | 'pages_shed'
  | 'pages_unavailable'
  | 'pages_unbuilt'
  | 'pipelined'
  | 'sockets_idle'
  | 'sockets_of_address'
  | 'sockets_total'
  | 'unread_response';

/** Counts what was shed by reason, as a metric and in the log once a minute, if there are any. */
export class ShedCounts {
  readonly #counts = new Map<ShedReason, number>();
  readonly #log: Logger;
  readonly #metric: Metrics['refused'];
  readonly #timer: NodeJS.Timeout;

  constructor(log: Logger, { refused }: Pick<Metrics, 'refused'>) {
    this.#log = log;
    this.#metric = refused;
    this.#timer = setInterval(() => this.#write(), MINUTE_MS).unref();
  }

  add(reason: ShedReason, count = 1): void {
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
