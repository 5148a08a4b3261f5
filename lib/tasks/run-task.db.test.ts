import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import { taskRuns } from '@/db/schema/index';
import { HOUR_MS } from '@/lib/base/time/time';
import { ownDatabase } from '@/testing/database';
import { runTask, type StoredTask } from './run-task';

/** Other tests must not run the tasks in place of these. */
const { databaseUrl, db } = await ownDatabase();
const instance = () => connectDatabase(databaseUrl, { max: 1 });
const instances = [instance(), instance(), instance()];

afterAll(() => Promise.all(instances.map(({ $client }) => $client.end())));

async function stored(name: StoredTask['name']) {
  const [row] = await db.select().from(taskRuns).where(eq(taskRuns.name, name));
  return row;
}

describe('a task of several instances', () => {
  it('is run by one of them, and not again before it is due', async () => {
    let runs = 0;
    const run = async () => ({ runs: ++runs });
    const task: StoredTask = { name: 'retention', everyMs: HOUR_MS, run };
    const ran = await Promise.all(instances.map((one) => runTask(one, task)));
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(await runTask(db, task)).toBe(false);
    expect(await runTask(db, { ...task, everyMs: 0 })).toBe(true);
    expect(await stored('retention')).toMatchObject({
      result: { runs: 2 },
      error: null,
      finishedAt: expect.any(Date),
    });
  });

  it('that waited too long for a lock has not failed, and is due again', async () => {
    const name = 'detect';
    const everyMs = HOUR_MS;
    const holder = connectSql(databaseUrl, { max: 1 });
    const waits: StoredTask['run'] = async (stored) => {
      await stored.db.execute(sql`SELECT FROM sealing_keys`);
      return {};
    };
    await holder.begin(async (held) => {
      await held`LOCK TABLE sealing_keys`;
      await expect(runTask(db, { name, everyMs, run: waits })).rejects.toThrow('55P03');
    });
    await holder.end();
    expect(await stored(name)).toMatchObject({ error: null, finishedAt: null });
    expect(await runTask(db, { name, everyMs, run: async () => ({}) })).toBe(true);
  });

  it('keeps its failure beside the last result, and gets that result the next time', async () => {
    const name = 'ledger_verify';
    const everyMs = 0;
    await runTask(db, { name, everyMs, run: async () => ({ until: 'noon' }) });
    const failing = async () => {
      throw new Error('no such luck');
    };
    await expect(runTask(db, { name, everyMs, run: failing })).rejects.toThrow('no such luck');
    expect(await stored(name)).toMatchObject({ result: { until: 'noon' }, error: 'no such luck' });
    const keepsThenFails: StoredTask['run'] = async ({ keep }) => {
      await keep({ until: 'dusk' });
      throw new Error('ended early');
    };
    await expect(runTask(db, { name, everyMs, run: keepsThenFails })).rejects.toThrow();
    const seen: unknown[] = [];
    await runTask(db, {
      name,
      everyMs,
      run: async ({ previous }) => ({ n: seen.push(previous) }),
    });
    expect(seen).toEqual([{ until: 'dusk' }]);
    expect(await stored(name)).toMatchObject({ error: null });
  });

  it('passes to another instance when the one at it loses its connection', async () => {
    const dying = instance();
    const task: StoredTask = {
      name: 'retention',
      everyMs: 0,
      run: async () => {
        await dying.$client.end({ timeout: 0 });
        return {};
      },
    };
    await expect(runTask(dying, task)).rejects.toThrow();
    await expect.poll(() => runTask(db, { ...task, run: async () => ({}) })).toBe(true);
  });
});
