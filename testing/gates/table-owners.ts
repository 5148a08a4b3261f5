import { readdirSync, readFileSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { EXCEPTIONS, OWNERS } from '@/db/owners';
import * as schema from '@/db/schema/index';

/**
 * Fails when a file writes a table that its module does not own (`db/owners.ts`), or when the page
 * about personal data leaves a table out.
 */

const PERSONAL_DATA = 'docs/personal-data.md';

const tables = new Map(
  Object.entries(schema).flatMap(([name, value]) =>
    is(value, PgTable) ? [[name, getTableName(value)] as const] : [],
  ),
);
const SQL_WRITE =
  /\b(?:INSERT\s+INTO|UPDATE(?:\s+ONLY)?|DELETE\s+FROM|TRUNCATE)\s+(?:\$\{(?:schema\.)?(\w+)\}|"?(\w+))/g;
const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(?:schema\.)?(\w+)\s*\)/g;

/** Names of the tables that a source text writes. */
export function writtenTables(source: string): string[] {
  const found = [...source.matchAll(SQL_WRITE), ...source.matchAll(DRIZZLE_WRITE)];
  const known = new Set<string>(tables.values());
  const names = found.map(([, first = '', second = '']) => tables.get(first) ?? second);
  return [...new Set(names)].filter((name) => known.has(name));
}

/** Lists the forbidden writes of a file, one per line. */
export function problemsOf(file: string, source: string): string[] {
  const allowed = EXCEPTIONS.find((one) => one.file === file)?.tables ?? [];
  const written = writtenTables(source);
  const foreign = written.filter((name) => !file.startsWith(`${OWNERS[name]}/`));
  return [
    ...foreign
      .filter((name) => !allowed.includes(name))
      .map((name) => `${file} writes ${name}, which belongs to ${OWNERS[name]}`),
    ...allowed
      .filter((name) => !foreign.includes(name))
      .map((name) => `${file} has an exception for ${name} and does not write it`),
  ];
}

/** Lists the problems of every folder of the product and of the page, one per line. */
export function ownerProblems(): string[] {
  const files = ['app', 'checks', 'cli', 'db', 'lib', 'server', 'ui'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.')),
  );
  const problems = files.flatMap((file) => problemsOf(file, readFileSync(file, 'utf8')));
  const unlisted = [...tables.values()].filter((name) => OWNERS[name] === undefined);
  problems.push(...unlisted.map((name) => `db/owners.ts does not name the owner of ${name}`));
  const documented = readFileSync(PERSONAL_DATA, 'utf8');
  const unknown = [...tables.values()].filter((name) => !documented.includes(`| \`${name}\` `));
  return [...problems, ...unknown.map((name) => `${PERSONAL_DATA} does not name ${name}`)];
}
