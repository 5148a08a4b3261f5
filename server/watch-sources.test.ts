import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchSources } from './watch-sources';

it('development says what needs a new start, once, and counts the migrations that wait', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pasarela-sources-'));
  const ended = new AbortController();
  onTestFinished(() => {
    ended.abort();
    return rm(root, { recursive: true });
  });
  for (const folder of ['simulator', 'db/schema', 'db/migrations/meta']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  const edit = (path: string) => writeFile(join(root, path), `${performance.now()}`);
  await edit('db/migrations/0000_first.sql');
  const printed: string[] = [];
  const { waitingMigrations } = watchSources(
    { signal: ended.signal, print: (line) => printed.push(line) },
    root,
  );
  expect(waitingMigrations()).toBe(0);
  await edit('db/migrations/0000_first.sql');
  await edit('simulator/people.json');
  await expect.poll(() => printed).toEqual(['The simulator changed: start again.']);
  await edit('simulator/people.json');
  await edit('db/migrations/0001_second.sql');
  await expect.poll(() => printed.slice(1)).toEqual(['1 migration waits: start again.']);
  expect(waitingMigrations()).toBe(1);
  await edit('db/migrations/0002_third.sql');
  await expect.poll(() => printed.slice(2)).toEqual(['2 migrations wait: start again.']);
  await edit('db/schema/users.ts');
  await expect.poll(() => printed).toHaveLength(4);
});
