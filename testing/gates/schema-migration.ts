import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { z } from 'zod';
import * as schema from '@/db/schema/index';
import { projectRoot } from '@/server/paths';

const SNAPSHOTS = 'db/migrations/meta';
const snapshotSchema = z.looseObject({ id: z.string(), prevId: z.string() });

/**
 * Names a change of `db/schema` without a migration, and older snapshots than the newest, which is
 * all that drizzle-kit compares the schema with.
 */
export function migrationProblems(): string[] {
  const names = readdirSync(join(projectRoot, SNAPSHOTS));
  const snapshots = names.filter((name) => name.endsWith('_snapshot.json')).sort();
  const [newest = '', ...older] = snapshots.reverse();
  const text = readFileSync(join(projectRoot, SNAPSHOTS, newest), 'utf8');
  const { id, prevId, ...migrated } = snapshotSchema.parse(JSON.parse(text));
  const present: unknown = JSON.parse(JSON.stringify(generateDrizzleJson({ ...schema }, prevId)));
  const isMigrated = isDeepStrictEqual(present, {
    ...snapshotSchema.parse(present),
    prevId,
    ...migrated,
  });
  return [
    ...(isMigrated
      ? []
      : ['db/schema has no migration: run npx drizzle-kit generate --name what_it_does']),
    ...older.map((name) => `delete ${SNAPSHOTS}/${name}: only the newest snapshot is used`),
  ];
}
