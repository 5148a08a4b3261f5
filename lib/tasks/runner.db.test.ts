import { expect, it } from 'vitest';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { TASKS } from './tasks';

const NOWHERE = 'http://127.0.0.1:9';

const { databaseUrl, sql } = await ownDatabase();

it('every shared task runs again although its last start was a year ahead', async () => {
  const begun = () => sql`SELECT name FROM task_runs
    WHERE started_at <= clock_timestamp() AND name <> 'log_audit' ORDER BY name`;
  const first = openTestGateway(databaseUrl, NOWHERE);
  const names = TASKS.filter(({ on }) => on === 'one').map(({ name }) => ({ name: String(name) }));
  names.sort((one, other) => one.name.localeCompare(other.name));
  await expect.poll(begun, { timeout: 20_000 }).toEqual(names);
  await first.close();
  await sql`UPDATE task_runs SET started_at = started_at + interval '1 year'`;
  openTestGateway(databaseUrl, NOWHERE);
  await expect.poll(begun, { timeout: 20_000 }).toEqual(names);
});

it('a task that another transaction keeps from its lock has not failed, and runs again soon', async () => {
  const { gateway, log } = await sql.begin(async (other) => {
    await other`LOCK TABLE sealing_keys`;
    const opened = openTestGateway(databaseUrl, NOWHERE);
    const waits = () => opened.log.filter(({ event }) => event === 'task_waits');
    await expect.poll(waits, { timeout: 10_000 }).toMatchObject([{ task: 'note_keys' }]);
    return opened;
  });
  const succeeded = async () => {
    const { values } = await gateway.metrics.tasks.success.get();
    return values.map(({ labels }) => labels.task);
  };
  await expect.poll(succeeded, { timeout: 20_000 }).toContain('note_keys');
  expect(log.filter(({ event }) => event === 'task_failed')).toEqual([]);
});
