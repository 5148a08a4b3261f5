import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOOKUPS, type Lookup, parseJson, recordOf } from './wire';

/** `cut`: the simulator itself broke the connection. `aborted`: the client hung up first. */
type CallState = 'underWay' | 'answered' | 'aborted' | 'cut';

/** One call to a lookup, counted once its body has arrived in full. */
export interface Call {
  n: number;
  lookup: Lookup;
  rawHeaders: readonly string[];
  body: string;
  at: number;
  state: CallState;
}

const RECENT_LIMIT = 1000;

function freshCounters() {
  const perLookup = recordOf(LOOKUPS, () => 0);
  return { total: 0, perLookup, aborted: 0, redirectsFollowed: 0 };
}

/** Counts every call, and keeps the last thousand as they were received. */
export class CallLog {
  #counters = freshCounters();
  #ring: Call[] = [];
  #underWay = 0;
  #watchers = new Set<() => void>();

  begin(lookup: Lookup, request: IncomingMessage, body: string, response: ServerResponse): Call {
    const counters = this.#counters;
    counters.total += 1;
    counters.perLookup[lookup] += 1;
    this.#underWay += 1;
    const n = counters.total;
    const { rawHeaders } = request;
    const call: Call = { n, lookup, rawHeaders, body, at: Date.now(), state: 'underWay' };
    this.#ring[n % RECENT_LIMIT] = call;
    response.on('close', () => {
      this.#underWay -= 1;
      if (call.state === 'underWay') {
        call.state = response.writableFinished ? 'answered' : 'aborted';
        // The counters from its start: after a reset, older calls no longer count.
        if (call.state === 'aborted') counters.aborted += 1;
      }
      this.notify();
    });
    this.notify();
    return call;
  }

  /** Counts a client that followed a redirect. */
  redirectFollowed(): void {
    this.#counters.redirectsFollowed += 1;
  }

  /** `underWay` is a gauge, so a reset does not touch it. */
  reset(): void {
    this.#counters = freshCounters();
    this.#ring = [];
  }

  counts() {
    return { ...this.#counters, underWay: this.#underWay };
  }

  /** The kept calls after number `since`, oldest first. */
  recent(since: number) {
    return this.#ring
      .filter((call) => call.n > since)
      .sort((a, b) => a.n - b.n)
      .map(({ n, lookup, rawHeaders, body, at, state }) => ({
        n,
        lookup,
        headers: headersOf(rawHeaders),
        body: parseJson(body) ?? body,
        at: new Date(at).toISOString(),
        state,
      }));
  }

  /** Calls `watcher` at every change of a count, until the result is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  }

  /** Calls the watchers. The gate uses it too, for the count of what waits there. */
  notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

function headersOf(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase();
    const value = rawHeaders[i + 1] ?? '';
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
