import { createHash } from 'node:crypto';
import { Redis as UpstashRedis } from '@upstash/redis';
import { Redis } from 'ioredis';
import type { Source } from '@/lib/env';

/** A Redis as @upstash/ratelimit wants it, and how to let go of it. */
export interface RedisStore {
  readonly client: UpstashRedis;
  close(): void;
}

/** Of one call; a request makes two, and waits for Redis no longer than 250 ms in all. */
export const REDIS_DEADLINE_MS = 120;
const RECONNECT_PAUSE_MS = 500;

/** Upstash over its REST API. Nothing is retried: a second try would come after the deadline. */
export function connectUpstash({ url, token }: Source): RedisStore {
  const client = new UpstashRedis({
    url,
    token,
    retry: false,
    enableTelemetry: false,
    signal: () => AbortSignal.timeout(REDIS_DEADLINE_MS),
  });
  return { client, close: () => {} };
}

type Command = readonly (string | number)[];

interface UpstashCall {
  readonly path?: readonly string[];
  readonly body?: unknown;
}

/**
 * A plain Redis behind the same client: what the client would send over REST, single commands and
 * pipelines, goes over ioredis. Commands fail at once while disconnected and are never queued.
 */
export function connectRedis(url: string): RedisStore {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_DEADLINE_MS,
    connectTimeout: 1_000,
    retryStrategy: () => RECONNECT_PAUSE_MS,
  });
  // Connection errors reach whoever sends a command; unheard, they would end the process.
  redis.on('error', () => {});
  const scripts = new PlainScripts(redis);
  const request = async ({ path, body }: UpstashCall) => {
    if (path?.[0] !== 'pipeline') return { result: await scripts.run(commandOf(body)) };
    const commands = Array.isArray(body) ? body.map(commandOf) : [];
    return Promise.all(commands.map((command) => scripts.answer(command)));
  };
  // The client types an answer by what the caller expects of the command; only it can know.
  const client = new UpstashRedis({ request: request as never });
  return { client, close: () => redis.disconnect() };
}

function commandOf(body: unknown): Command {
  if (!Array.isArray(body)) throw new TypeError('A Redis command is a list.');
  return body.map((part) => (typeof part === 'number' ? part : String(part)));
}

/**
 * @upstash/ratelimit's scripts begin with a shebang that asks for `allow-key-locking`, a flag of
 * Upstash alone. Without that line they run anywhere, under another digest.
 */
export class PlainScripts {
  readonly #digests = new Map<string, string>();

  constructor(readonly redis: Redis) {}

  async answer(command: Command): Promise<{ result?: unknown; error?: string }> {
    try {
      return { result: await this.run(command) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  run([name, subject, ...rest]: Command): Promise<unknown> {
    const verb = String(name).toLowerCase();
    const script = String(subject);
    if (verb === 'eval') return this.redis.call('eval', this.#plain(script), ...rest);
    if (verb !== 'evalsha')
      return this.redis.call(verb, ...(subject === undefined ? [] : [subject]), ...rest);
    const digest = this.#digests.get(script);
    // The library answers NOSCRIPT with the script itself, which is how its text gets here.
    if (digest === undefined) return Promise.reject(new Error('NOSCRIPT unknown script'));
    return this.redis.call('evalsha', digest, ...rest);
  }

  #plain(script: string): string {
    const plain = script.replace(/^#![^\n]*\n/, '');
    this.#digests.set(sha1(script), sha1(plain));
    return plain;
  }
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
