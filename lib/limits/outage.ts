import { causeOf } from '@/lib/base/process/cause';
import type { Logger } from '@/lib/base/telemetry/log';
import { within } from '@/lib/base/time/deadline';
import { SECOND_MS } from '@/lib/base/time/time';

const PAUSE_BEFORE_FIRST_ANSWER_MS = SECOND_MS;
const TIME_OUT = /timed out|timeout|deadline/i;

/** Remembers that Redis does not answer. One request in five seconds tries it, the others do not wait. */
export class Outage {
  #retryAt = 0;
  #hasAnswered = false;
  #cause = '';
  /** Rises when an outage begins and when it ends: odd during one. */
  #turns = 0;

  constructor(
    readonly log: Logger,
    readonly deadlineMs: number,
    readonly stayDegradedMs: number,
  ) {}

  get active(): boolean {
    return this.#turns % 2 === 1;
  }

  /**
   * Runs a call to Redis within the deadline, unless it is known to be down. Only a call that began
   * after the last turn says anything of the present.
   */
  async guard<T>(call: () => Promise<T>): Promise<T | undefined> {
    if (!this.#mayTry()) return undefined;
    const turns = this.#turns;
    try {
      const answer = await within(performance.now() + this.deadlineMs, call());
      if (turns === this.#turns) this.#end();
      return answer;
    } catch (error) {
      if (turns === this.#turns) this.#begin(error);
      return undefined;
    }
  }

  #mayTry(): boolean {
    if (!this.active) return true;
    if (performance.now() < this.#retryAt) return false;
    this.#pause();
    return true;
  }

  #begin(error: unknown): void {
    this.#pause();
    const text = causeOf(error);
    // The client and the deadline race, and name the same differently.
    const cause = TIME_OUT.test(text) ? 'it did not answer in time' : text;
    // The first command may fail before the connection reports why it cannot be opened.
    if (this.active && cause === this.#cause) return;
    if (!this.active) this.#turns += 1;
    this.#cause = cause;
    this.log.warn({ event: 'limits_degraded', cause }, 'Redis does not answer: limiting by memory');
  }

  #pause(): void {
    const pauseMs = this.#hasAnswered ? this.stayDegradedMs : PAUSE_BEFORE_FIRST_ANSWER_MS;
    this.#retryAt = performance.now() + pauseMs;
  }

  #end(): void {
    this.#hasAnswered = true;
    if (!this.active) return;
    this.#turns += 1;
    this.log.info({ event: 'limits_restored' }, 'Redis answers again');
  }
}
