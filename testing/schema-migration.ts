import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { projectRoot } from '@/server/paths';

/**
 * Fails when `db/schema` has changed without a migration, or when an older snapshot than the newest
 * is left, which is all that drizzle-kit compares the schema with.
 */

const MIGRATIONS = 'db/migrations';

/** True when drizzle-kit adds nothing to a copy of the migrations. It fails when it would have to ask. */
function hasMigrations(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-migrations-'));
  try {
    cpSync(join(projectRoot, MIGRATIONS), folder, { recursive: true });
    const out = relative(projectRoot, folder);
    const from = ['--dialect', 'postgresql', '--schema', './db/schema/index.ts', '--out', out];
    const options = { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' } as const;
    const printed = execFileSync('npx', ['drizzle-kit', 'generate', ...from], options);
    // It exits with 0 also when it fails.
    return printed.includes('No schema changes');
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const snapshots = readdirSync(join(projectRoot, MIGRATIONS, 'meta')).filter((name) =>
  name.endsWith('_snapshot.json'),
);
const problems = [
  ...(hasMigrations()
    ? []
    : ['db/schema has no migration: run npx drizzle-kit generate --name what_it_does']),
  ...snapshots
    .sort()
    .slice(0, -1)
    .map((name) => `delete ${MIGRATIONS}/meta/${name}: only the newest snapshot is used`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
