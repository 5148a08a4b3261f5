import { expect, it } from 'vitest';
import { chosenIn } from '@/lib/base/env/source-settings';
import { DAY_MS, HOUR_MS } from '@/lib/base/time/time';
import { type Condition, keepEpisodes } from '@/lib/notices/episodes';
import { ownDatabase } from '@/testing/database';
import { readStatus } from './public-status';

const { db } = await ownDatabase();
const start = Date.now() - 10 * DAY_MS;
const after = (ms: number) => new Date(start + ms);

/** Data of an episode of an account. Episodes of earlier builds name no lookups. */
const ofAccount: Readonly<Record<string, Condition['data']>> = {
  infileNit: { lookups: ['cui-nit'] },
};

it('lists when a source was down, under each of its lookups, for ninety days', async () => {
  const watch = (at: Date, ...sources: readonly string[]) =>
    db.transaction((tx) =>
      keepEpisodes(
        tx,
        'source.down',
        {},
        sources.map((subject) => ({ subject, data: ofAccount[subject] ?? {} })),
        { at },
      ),
    );
  await watch(after(-100 * DAY_MS), 'rtu');
  await watch(after(-99 * DAY_MS));
  await watch(after(0), 'rtu');
  await watch(after(HOUR_MS), 'rtu');
  await watch(after(2 * HOUR_MS));
  await watch(after(DAY_MS), 'renap', 'infileNit');
  const { lookups } = await readStatus(db, chosenIn({}));
  const outagesOf = (name: string) => lookups.find(({ lookup }) => lookup === name)?.outages;
  const ended = { from: after(0), to: after(HOUR_MS) };
  expect(outagesOf('rtu')).toEqual([ended]);
  expect(outagesOf('renap')).toEqual([{ from: after(DAY_MS), to: null }]);
  expect(outagesOf('cui-nit')).toEqual([{ from: after(DAY_MS), to: null }]);
  expect(outagesOf('omisos')).toEqual([]);
});
