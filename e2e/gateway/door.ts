import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import type { Environment } from '@/e2e/environment';
import { parseJson } from '@/lib/json';

/**
 * The ways to the same handlers: `direct` is the server's own, `router` the same process through
 * Next's router, `next` plain `next start`.
 */
export type DoorName = 'direct' | 'router' | 'next';

export interface Sent {
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes travel with their length; pieces travel in chunks, of unannounced length. */
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The text as JSON; `undefined` when it is none. */
  readonly body: unknown;
}

function isText(body: NonNullable<Sent['body']>): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

export class Door {
  readonly #pool: Pool;

  constructor(
    readonly name: DoorName,
    { serverUrl, nextUrl }: Environment,
  ) {
    this.#pool = new Pool(name === 'next' ? nextUrl : serverUrl, { connections: 128 });
  }

  /** Sends the path letter for letter: a URL would undo the spelling that only the router takes. */
  async send(path: string, { method = 'POST', headers = {}, body, signal }: Sent): Promise<Reply> {
    const spelled = this.name === 'router' ? path.replace(/\/([^/]+)$/, '/./$1') : path;
    const answer = await this.#pool.request({
      path: spelled,
      method,
      headers,
      ...(body === undefined ? {} : { body: isText(body) ? body : Readable.from(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, body: parseJson(text) };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** An address that no other test has: the first half of an IPv6 address is what is counted. */
export function freshAddress(): string {
  const [a, b, c] = [0, 2, 4].map((at) =>
    randomBytes(6)
      .subarray(at, at + 2)
      .toString('hex'),
  );
  return `2001:${a}:${b}:${c}::1`;
}
