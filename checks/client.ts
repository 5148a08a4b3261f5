import { Readable } from 'node:stream';
import { errors, Pool } from 'undici';
import { parseJson } from '@/lib/base/values/json';
import type { Account, Ask } from './ask';
import type { Reply } from './check';
import type { Credentials, Settings } from './settings';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const CHUNK_LENGTH = 16_384;
/** Shorter than servers keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 1_000;

/** Sends the requests of the checks to one deployment. Only the client knows the credentials. */
export class Client {
  readonly #pool: Pool;
  readonly #prefix: string;

  constructor(readonly settings: Settings) {
    const { baseUrl, timeoutMs } = settings;
    this.#prefix = baseUrl.pathname.replace(/\/+$/, '');
    this.#pool = new Pool(baseUrl.origin, {
      connections: 32,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: MAX_ANSWER_BYTES,
    });
  }

  /** Sends a request once. Never throws: without an answer the reply has a problem. */
  async send(ask: Ask, requestId: string): Promise<Reply> {
    const startedAt = performance.now();
    const elapsed = () => Math.round(performance.now() - startedAt);
    try {
      const answer = await this.#pool.request({
        method: ask.method,
        path: this.#prefix + pathOf(ask),
        headers: { ...ask.headers, 'x-request-id': requestId, ...this.#credentials(ask) },
        ...this.#body(ask),
      });
      const text = await answer.body.text();
      const { statusCode: status } = answer;
      const headers = flattened(answer.headers);
      const body = parseJson(text);
      return { ask, requestId, status, headers, text, body, durationMs: elapsed() };
    } catch (error) {
      const problem = problemOf(error, this.settings.timeoutMs);
      const nothing = { status: undefined, headers: {}, text: '', body: undefined };
      return { ask, requestId, ...nothing, problem, durationMs: elapsed() };
    }
  }

  #account(account: Account): Credentials {
    const credentials = this.settings.accounts[account];
    if (credentials === undefined) throw new Error(`nobody gave credentials for ${account}`);
    return credentials;
  }

  #credentials({ account, shown }: Ask): Record<string, string> {
    if (shown === 'none' || shown === 'elsewhere') return {};
    const { login, token } = this.#account(account);
    const headers = {
      'x-integracion-login': shown === 'upper-case' ? login.toUpperCase() : login,
      'x-integracion-token': shown === 'wrong-token' ? invented(token) : token,
    };
    if (shown === 'foreign-token') {
      return { ...headers, 'x-integracion-token': this.#account('disabled').token };
    }
    if (shown === 'login-only') return { 'x-integracion-login': login };
    if (shown === 'token-only') return { 'x-integracion-token': token };
    if (shown === 'unknown-name') {
      return { ...headers, 'x-integracion-login': `nadie-${Date.now().toString(36)}` };
    }
    return headers;
  }

  #body({ body, chunked, account, shown }: Ask): { body?: string | Readable } {
    if (shown === 'elsewhere') {
      const { login, token } = this.#account(account);
      return {
        body: JSON.stringify({ 'x-integracion-login': login, 'x-integracion-token': token }),
      };
    }
    if (body === undefined) return {};
    return chunked ? { body: Readable.from(chunksOf(body)) } : { body };
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/**
 * Credentials in the address are invented ones: real ones would stay in access logs. A deployment
 * that reads them there tells unknown credentials from missing ones.
 */
function pathOf({ path, lookup, shown }: Ask): string {
  const invented =
    shown === 'elsewhere' ? '?x-integracion-login=nadie&x-integracion-token=nada' : '';
  return (path ?? lookup.path) + invented;
}

/** A token as long as the real one that differs at its end. */
function invented(token: string): string {
  return `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
}

function* chunksOf(body: string): Generator<string> {
  for (let at = 0; at < body.length; at += CHUNK_LENGTH) yield body.slice(at, at + CHUNK_LENGTH);
}

function flattened(headers: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

/** Says in a few words why there was no answer. */
function problemOf(error: unknown, timeoutMs: number): string {
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return `no answer within ${timeoutMs / 1000} s`;
  }
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // With several addresses to try, Node gives an AggregateError without a message of its own.
  if (error.message === '') return code ?? error.name;
  return code === undefined || error.message.includes(code)
    ? error.message
    : `${error.message} (${code})`;
}
