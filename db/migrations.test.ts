import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readMigrations, SUPPORTED_SINCE, WITHOUT_TRANSACTION } from './migrations';

/** Lints a migration as `npm run check` does. Returns the names of the broken rules. */
function lint(source: string): string[] {
  const squawk = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');
  const name = 'db/migrations/9999_added.sql';
  const options = ['--reporter', 'json', '--stdin-filepath', name];
  const run = spawnSync(process.execPath, [squawk, ...options], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    input: source,
    encoding: 'utf8',
  });
  const found: readonly { rule_name: string }[] = JSON.parse(run.stdout);
  expect(run.status).toBe(found.length === 0 ? 0 : 1);
  return found.map((one) => one.rule_name);
}

it('the lint refuses migrations that block lookups or break the build before', () => {
  expect(lint('CREATE INDEX added ON accounts (tarifa);')).toEqual([
    'require-concurrent-index-creation',
  ]);
  expect(lint('ALTER TABLE accounts DROP COLUMN tarifa;')).toEqual(['ban-drop-column']);
  expect(lint('ALTER TABLE accounts ADD COLUMN added_later bigint;')).toEqual([]);
});

it('only migrations without a transaction use statements that need none', () => {
  for (const { name, statements, inTransaction } of readMigrations()) {
    const concurrent = statements.some((text) => /\bCONCURRENTLY\b/i.test(text));
    expect([name, !inTransaction], `${name} begins with '${WITHOUT_TRANSACTION}'`).toEqual([
      name,
      concurrent,
    ]);
  }
});

it('the newest migration of the release before is one of this build', () => {
  expect(readMigrations().map(({ name }) => name)).toContain(SUPPORTED_SINCE);
});
