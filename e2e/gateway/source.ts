import { request } from 'undici';
import { z } from 'zod';
import { parseJson } from '@/lib/base/values/json';
import type { Lookup } from '@/lib/contract/lookups';

const countsSchema = z.object({ total: z.number(), aborted: z.number(), gated: z.number() });
const callsSchema = countsSchema.extend({
  recent: z.array(
    z.object({
      lookup: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
      state: z.string(),
    }),
  ),
});

export type SourceCall = z.infer<typeof callsSchema>['recent'][number];
type Counts = z.infer<typeof countsSchema>;

const PATIENCE_MS = 10_000;

/** The simulator's other side. Tests share it, so each looks only at calls with its own ids. */
export class Source {
  constructor(readonly url: string) {}

  async #control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await request(`${this.url}/_control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return parseJson(await answer.body.text());
  }

  /** The calls that carried this request id, oldest first. */
  async calls(requestId: string): Promise<SourceCall[]> {
    return (await this.#read()).calls.filter(
      ({ headers }) => headers['x-request-id'] === requestId,
    );
  }

  async #read(): Promise<{ counts: Counts; calls: SourceCall[] }> {
    const { recent, ...counts } = callsSchema.parse(await this.#control('GET', 'calls'));
    return { counts, calls: recent };
  }

  /** Resolves once the call with this request id is in that state. */
  async until(requestId: string, state: 'underWay' | 'aborted'): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const { counts, calls } = await this.#read();
      if (calls.some((call) => call.headers['x-request-id'] === requestId && call.state === state))
        return;
      const next =
        state === 'aborted' ? `aborted=${counts.aborted + 1}` : `total=${counts.total + 1}`;
      // A short wait, because the next count may be of another test's call.
      await this.#control('GET', `wait?${next}&timeoutMs=250`);
    }
    throw new Error(`No call ${requestId} was ${state} in time.`);
  }

  /** From now on every call to the lookup waits at the gate. */
  async closeGate(lookup: Lookup): Promise<void> {
    await this.#control('POST', 'faults', { behaviour: 'gate', lookup });
  }

  async openGate(): Promise<void> {
    await this.#control('POST', 'release', {});
  }

  async redirectsFollowed(): Promise<number> {
    const counts = await this.#control('GET', 'calls/count');
    return z.object({ redirectsFollowed: z.number() }).parse(counts).redirectsFollowed;
  }
}
