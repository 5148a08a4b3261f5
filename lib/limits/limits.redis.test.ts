import { Writable } from 'node:stream';
import { Redis } from 'ioredis';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '@/lib/base/env/env';
import { MINUTE_MS } from '@/lib/base/time/time';
import { startTestRedis, startUpstashFront } from '@/testing/redis';
import { sourcesAt } from '@/testing/sources';
import { createLimits, GLOBAL_WINDOW_MS, type Limits } from './limits';

const LIMIT = 60;
const LONGEST_WAIT_MS = 250;
/** For tests of exact counts: a busy machine may keep Redis from answering as soon as usual. */
const PATIENCE_MS = 10_000;

/** Shorter than usual, so that the tests need not wait. */
const STAY_DEGRADED_MS = 1_000;

const redis = await startTestRedis();
const front = await startUpstashFront(redis.url);
const open: Limits[] = [];
let logged: string[] = [];

afterAll(async () => {
  for (const limits of open) limits.close();
  await front.close();
  await redis.close();
});
beforeEach(() => {
  logged = [];
});

const stores = [
  ['a plain Redis', { REDIS_URL: redis.url }],
  [
    'Upstash over REST',
    { UPSTASH_REDIS_REST_URL: front.url, UPSTASH_REDIS_REST_TOKEN: front.token },
  ],
] as const;

function instance(
  variables: Record<string, string>,
  deadlineMs?: number,
  deploymentId = async () => 'ours',
): Limits {
  const env = readEnv({
    APP_ENV: 'development',
    DATABASE_URL: 'postgres://u:p@127.0.0.1/unused',
    ...sourcesAt('http://127.0.0.1:9'),
    IDENTIFIERS_KEY: 'unused-unused-unused-unused-unused',
    LIMIT_GLOBAL: String(LIMIT),
    LIMIT_RENAP: '1000000',
    ...variables,
  });
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const limits = createLimits(env, pino(sink), deploymentId, deadlineMs, STAY_DEGRADED_MS);
  open.push(limits);
  return limits;
}

async function tenMinutesAhead<T>(run: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + 10 * MINUTE_MS;
  try {
    return await run();
  } finally {
    Date.now = now;
  }
}

/** Waits until the connection is made; commands before that fail. */
async function connected(limits: Limits): Promise<void> {
  await expect
    .poll(
      async () => {
        await limits.renap.spend('warm-up');
        return limits.state();
      },
      { timeout: 10_000 },
    )
    .toBe('redis');
}

describe.each(stores)('counters in %s', (name, variables) => {
  let one: Limits;
  let two: Limits;
  let hasty: Limits;
  // Tests share the connections: each counts under keys of its own.
  beforeAll(() => {
    [one, two] = [instance(variables, PATIENCE_MS), instance(variables, PATIENCE_MS)];
    hasty = instance(variables);
  });
  beforeEach(() => Promise.all([one, two, hasty].map(connected)));

  it('are shared exactly by two instances', async () => {
    const key = `shared ${name}`;
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 ? one : two).global.spend(key)),
    );
    expect(results.filter(({ allowed }) => allowed)).toHaveLength(LIMIT);
    expect(await two.global.spend(key)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await one.global.spend(`${key} other`)).toMatchObject({
      allowed: true,
      limit: LIMIT,
      remaining: LIMIT - 1,
    });
  });

  it('count once for every quota that a request may name', async () => {
    const key = `own quota ${name}`;
    for (let spent = 0; spent < 3; spent += 1) await one.global.spend(key, 3);
    const refused = { allowed: false, limit: 3, remaining: 0 };
    expect(await one.global.spend(key, 3)).toMatchObject(refused);
    const raised = { allowed: true, limit: 10, remaining: 5 };
    expect(await one.global.spend(key, 10)).toMatchObject(raised);
    expect(await one.global.peek(key, 10)).toMatchObject(raised);
    const usual = { allowed: true, limit: LIMIT, remaining: LIMIT - 6 };
    expect(await one.global.spend(key)).toMatchObject(usual);
  });

  it('are shared by an instance whose clock is ten minutes ahead', async () => {
    const key = `ahead ${name}`;
    const spend = (limits: Limits) =>
      Promise.all(Array.from({ length: 37 }, () => limits.renap.spend(key, 37)));
    const admitted = [await spend(one), await tenMinutesAhead(() => spend(two))].flat();
    expect(admitted.filter(({ allowed }) => allowed)).toHaveLength(37);
    const [last] = await tenMinutesAhead(() => spend(two));
    expect(last?.resetMs).toBeGreaterThan(0);
    expect(last?.resetMs).toBeLessThanOrEqual(MINUTE_MS);
  });

  it('expire in Redis with their window', async () => {
    const client = new Redis(redis.url);
    try {
      await client.flushall();
      await one.global.spend('expiring');
      await one.global.spend('expiring');
      const [key = '', ...more] = await client.keys('*');
      expect(more).toEqual([]);
      const leftMs = await client.pttl(key);
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(GLOBAL_WINDOW_MS);
    } finally {
      client.disconnect();
    }
  });

  it('fall back to memory within 250 ms when Redis freezes, and return', async () => {
    logged = [];
    redis.freeze();
    try {
      const startedAt = performance.now();
      const results = await Promise.all(
        Array.from({ length: 50 }, () => hasty.renap.spend('frozen')),
      );
      expect(performance.now() - startedAt).toBeLessThan(LONGEST_WAIT_MS);
      expect(results.every(({ allowed }) => allowed)).toBe(true);
      expect(hasty.state()).toBe('degraded');
      expect(logged.filter((line) => line.includes('limits_degraded'))).toHaveLength(1);
    } finally {
      redis.thaw();
    }
    const thawedAt = performance.now();
    await connected(hasty);
    // One answer in between does not bring the counts back.
    expect(performance.now() - thawedAt).toBeGreaterThan(STAY_DEGRADED_MS / 2);
    expect(logged.some((line) => line.includes('limits_restored'))).toBe(true);
  });

  it('continue in memory while Redis is dead, from what this instance had counted', async () => {
    const key = `dying ${name}`;
    for (let spent = 0; spent < 40; spent += 1) await hasty.global.spend(key);
    await redis.kill();
    let allowed = 0;
    let slowestMs = 0;
    for (let spent = 0; spent < 40; spent += 1) {
      const startedAt = performance.now();
      const result = await hasty.global.spend(key);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (result.allowed) allowed += 1;
    }
    expect(allowed).toBe(LIMIT - 40);
    expect(slowestMs).toBeLessThan(LONGEST_WAIT_MS);
    await redis.start();
    await connected(hasty);
  });
});

describe('Upstash over REST', () => {
  it('costs one HTTP request a limit, and none once a key is known to be over it', async () => {
    const limits = instance(stores[1][1], PATIENCE_MS);
    await connected(limits);
    const before = front.requests();
    for (let spent = 0; spent < LIMIT; spent += 1) await limits.global.spend('counted');
    expect(front.requests() - before).toBe(LIMIT);
    expect(await limits.global.spend('counted')).toMatchObject({ allowed: false });
    const afterRefusal = front.requests();
    expect(await limits.global.spend('counted')).toMatchObject({ allowed: false });
    expect(front.requests()).toBe(afterRefusal);
  });
});
