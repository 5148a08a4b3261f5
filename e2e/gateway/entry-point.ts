import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { parseJson } from '@/lib/base/values/json';
import { contract, type Reply } from '@/testing/openapi-check';

export interface Sent {
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes travel with their length; pieces travel in chunks, of unannounced length. */
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
  readonly signal?: AbortSignal;
}

function isText(body: NonNullable<Sent['body']>): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

export class EntryPoint {
  readonly origin: URL;
  readonly #pool: Pool;

  constructor(url: string) {
    this.origin = new URL(url);
    this.#pool = new Pool(this.origin, { connections: 128 });
  }

  /**
   * Sends the path letter for letter, which a URL would normalise. The answer of a lookup must be
   * one that the OpenAPI document has.
   */
  async send(path: string, { method = 'POST', headers = {}, body, signal }: Sent): Promise<Reply> {
    const answer = await this.#pool.request({
      path,
      method,
      headers,
      ...(body === undefined ? {} : { body: isText(body) ? body : Readable.from(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await answer.body.text();
    const { statusCode: status, headers: answered } = answer;
    const reply = { status, headers: answered, text, body: parseJson(text) };
    const lookup = contract.pathOf(path);
    const problems = lookup === undefined ? [] : contract.problems(lookup, method, reply);
    if (problems.length > 0) throw new Error(`Outside the contract: ${problems.join('; ')}`);
    return reply;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
