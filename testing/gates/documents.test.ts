import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from '@/lib/base/env/env-schema';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { TASKS } from '@/lib/tasks/tasks';
import packageJson from '@/package.json' with { type: 'json' };
import { projectRoot } from '@/server/paths';

const DOCUMENTS = [
  'CONTRIBUTING.md',
  'README.md',
  'acceptance/README.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/install.md',
  'docs/operators.md',
  'docs/people-and-data.md',
];
const PATH =
  /`((?:acceptance|app|checks|cli|clients|db|deploy|docs|e2e|lib|messages|server|simulator|testing|ui)\/[^\s`*]*)`/g;
/** Files that do not exist: the recipe of a lookup makes them. */
const EXAMPLE = /solvencia/;

it.each(DOCUMENTS)('finds every path that %s names', (document) => {
  const text = readFileSync(join(projectRoot, document), 'utf8');
  const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const missing = named.filter(
    (path) => !EXAMPLE.test(path) && !existsSync(join(projectRoot, path)),
  );
  expect(missing).toEqual([]);
});

it.each([
  ['README.md', '## Find your way'],
  ['CONTRIBUTING.md', '## The layout'],
])('%s names every room of lib and ui in its map', (document, title) => {
  const text = readFileSync(join(projectRoot, document), 'utf8');
  const [map = ''] = text.slice(text.indexOf(title) + title.length).split('\n## ');
  const rooms = ['lib', 'ui'].flatMap((folder) => readdirSync(join(projectRoot, folder)));
  const isNamed = (room: string) => new RegExp(`(lib/${room}\\b|[ \`]${room}[/\`])`).test(map);
  expect(rooms.filter((room) => !isNamed(room))).toEqual([]);
});

it('lists every task with its period, its place and the first sentence of its comment', () => {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  const comments = read('lib/tasks/tasks.ts').matchAll(
    /\/\*\* ([^*]+?\.)[^*]*\*\/\n {2}\{\s+name: '(\w+)'/g,
  );
  const purposes = new Map([...comments].map(([, purpose = '', name = '']) => [name, purpose]));
  const rows = TASKS.map(
    ({ name, everyMs, on }) =>
      `| \`${name}\` | ${periodOf(everyMs)} | ${on} | ${purposes.get(name)?.slice(0, -1)} |`,
  );
  const section = read('docs/architecture.md').split('## What runs in the background')[1] ?? '';
  expect(section.match(/^\| `.*$/gm)).toEqual(rows);
});

function periodOf(ms: number): string {
  if (ms % HOUR_MS === 0) return `${ms / HOUR_MS} h`;
  return ms % MINUTE_MS === 0 ? `${ms / MINUTE_MS} min` : `${ms / SECOND_MS} s`;
}

it('acceptance/README.md names every command and drill of acceptance, and no other', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const ofAcceptance = Object.entries(packageJson.scripts)
    .filter(([name, command]) => command.includes('acceptance/') || name === 'test:crash')
    .map(([name]) => name);
  const drills = [...read('acceptance/drills/main.ts').matchAll(/^ {2}(\w+),$/gm)];
  const named = read('acceptance/README.md').matchAll(/^\|.*`npm run (drill -- \w+|[\w:]+)/gm);
  const expected = [...ofAcceptance, ...drills.map(([, drill]) => `drill -- ${drill}`)];
  expect([...new Set([...named].map(([, name]) => name))].sort()).toEqual(
    expected.filter((name) => name !== 'drill').sort(),
  );
});

/** Read before the environment is, so the schema does not hold them. */
const OUTSIDE_SCHEMA = ['INSTANCE', 'PASARELA_DATA'];
/** Set by development for its own processes. */
const INTERNAL = ['NOTICE_CATCHER_URL'];

/** Reads the table of variables of the README: the default that it states for each name. */
function documentedDefaults(): Map<string, string> {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
  const rows = readme.matchAll(/^\| (`[A-Z][A-Z_]+`.*?) \|.*\| (.*?) +\|$/gm);
  return new Map(
    [...rows].flatMap(([, cell = '', stated = '']) => {
      const names = [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
      const parts = stated.replaceAll('`', '').split(stated.includes(';') ? '; ' : ', ');
      return names.map((name, at): [string, string] => [name, parts[at] ?? '']);
    }),
  );
}

describe('the table of variables in README.md', () => {
  const documented = documentedDefaults();

  it('names every variable of the schema and no other', () => {
    const names = [...Object.keys(schema.shape), ...OUTSIDE_SCHEMA];
    expect([...documented.keys()].sort()).toEqual(
      names.filter((name) => !INTERNAL.includes(name)).sort(),
    );
  });

  it('states the defaults of the schema', () => {
    const wrong = Object.entries(schema.parse({})).filter(([name, value]) => {
      const stated = documented.get(name);
      return stated !== undefined && typeof value !== 'object' && stated !== String(value);
    });
    expect(wrong).toEqual([]);
  });
});
