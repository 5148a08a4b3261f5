import { beforeEach, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { chosenIn } from '@/lib/base/env/source-settings';
import { createLogger } from '@/lib/base/telemetry/log';
import { Metrics } from '@/lib/base/telemetry/metrics';
import { LOOKUPS } from '@/lib/contract/lookups';
import { type NewIncident, openIncident } from '@/lib/incidents/post';
import { watchDatabase } from '@/lib/tasks/database-metrics';
import { runTask } from '@/lib/tasks/run-task';
import { ownDatabase } from '@/testing/database';
import { plantRecords, recordOf } from '@/testing/records';
import { watchStatus } from './watch-status';

const { databaseUrl, db, sql, act } = await ownDatabase();
const lines: Record<string, unknown>[] = [];
const log = createLogger({ write: (line) => void lines.push(JSON.parse(line)) });

beforeEach(() => lines.splice(0));

const openFor = (lookup: 'rtu' | 'renap') =>
  act<NewIncident, number>(openIncident, {
    kind: 'incident',
    title: 'Lento',
    lookups: [lookup],
    impact: 'minor',
    text: 'Ya.',
  });

it('each change of a state is logged once, and the first run logs none', async () => {
  const first = await watchStatus(db, chosenIn({}), undefined, log);
  expect(lines).toEqual([]);
  await openFor('rtu');
  const createdAt = new Date();
  await plantRecords(sql, [recordOf({ createdAt, charged: 0n, lookup: 'omisos' })]);
  const second = await watchStatus(db, chosenIn({}), first, log);
  expect(await watchStatus(db, chosenIn({}), second, log)).toEqual(second);
  expect(lines.map(({ event, lookup, before, state }) => [event, lookup, before, state])).toEqual([
    ['status_changed', 'rtu', 'quiet', 'degraded_performance'],
    ['status_changed', 'omisos', 'quiet', 'operational'],
  ]);
});

it('every instance exports the states that one found', async () => {
  await openFor('renap');
  const one = connectDatabase(databaseUrl, { max: 1 });
  await runTask(one, {
    name: 'status',
    everyMs: 0,
    run: ({ db: at, previous }) => watchStatus(at, chosenIn({}), previous, log),
  });
  await one.$client.end();
  const metrics = new Metrics();
  watchDatabase(metrics, sql);
  const all = await metrics.read();
  const { values } = all.find(({ name }) => name === 'pasarela_status') ?? { values: [] };
  const present = values.filter(({ value }) => value === 1);
  expect(present.find(({ labels }) => labels.lookup === 'renap')?.labels).toEqual({
    lookup: 'renap',
    state: 'degraded_performance',
  });
  expect(present).toHaveLength(LOOKUPS.length);
});
