import type { SharedCount } from './limit';

/** Scripts for Redis. Each takes a key and ms of a window, and returns what {@link countOf} reads. */

/** Counts a request. As in memory, a window begins with its first request. Redis ends it by its own clock. */
export const SPEND = `
local count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/** Reads the count of a window and begins none. */
export const PEEK = `
return {tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1])}`;

/** Reads the reply of a script. A key without a window has the whole of it left. */
export function countOf(reply: unknown, windowMs: number): SharedCount {
  const [count, leftMs]: unknown[] = Array.isArray(reply) ? reply : [];
  if (typeof count !== 'number' || typeof leftMs !== 'number') {
    throw new TypeError('Redis did not count.');
  }
  return { count, resetMs: leftMs < 0 ? windowMs : leftMs };
}
