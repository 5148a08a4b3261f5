import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schema } from '@/lib/base/env/env-schema';
import { SECRETS } from '@/lib/base/env/secret-files';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import answer from '@/lib/contract/golden/cui-nit.individual.json' with { type: 'json' };
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { TASKS } from '@/lib/tasks/tasks';
import packageJson from '@/package.json' with { type: 'json' };
import { projectRoot } from '@/server/paths';

/** Every document for people; the change log names what there was. */
const DOCUMENTS = ['.', 'acceptance', 'docs', 'docs/decisions']
  .flatMap((folder) => readdirSync(join(projectRoot, folder)).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const PATH =
  /`((?:acceptance|app|checks|cli|clients|db|deploy|docs|e2e|lib|messages|server|simulator|testing|texts|ui)\/[^\s`*]*)`/g;

function read(document: string): string {
  return readFileSync(join(projectRoot, document), 'utf8');
}

/** Files that do not exist: the recipes of a lookup and of a source make them. */
const EXAMPLE = /solvencia|puente/;

it.each(DOCUMENTS)('finds every path that %s names', (document) => {
  const text = read(document);
  const named = [...text.matchAll(PATH)].map(([, path = '']) => path);
  const missing = named.filter(
    (path) => !EXAMPLE.test(path) && !existsSync(join(projectRoot, path)),
  );
  expect(missing).toEqual([]);
});

/** Ids of the headings of a document, as GitHub makes them. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

it.each(DOCUMENTS)('finds what every link of %s leads to', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)];
  const broken = links.filter(([, file = '', heading]) => {
    const target = file === '' ? document : join(dirname(document), file);
    if (!existsSync(join(projectRoot, target))) return true;
    return heading !== undefined && !headingsOf(target).includes(heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

it.each([
  ['README.md', '## Where things are'],
  ['CONTRIBUTING.md', '## The layout'],
])('%s names every room of lib and ui in its map', (document, title) => {
  const text = read(document);
  const [map = ''] = text.slice(text.indexOf(title) + title.length).split('\n## ');
  const rooms = ['lib', 'ui'].flatMap((folder) => readdirSync(join(projectRoot, folder)));
  const isNamed = (room: string) => new RegExp(`(lib/${room}\\b|[ \`]${room}[/\`])`).test(map);
  expect(rooms.filter((room) => !isNamed(room))).toEqual([]);
});

it('README.md names every folder of the repository in its map, and no other', () => {
  const ignored = read('.gitignore').split('\n');
  const folders = readdirSync(projectRoot, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => `${name}/`);
  const named = read('README.md').match(/^[a-z0-9]+\/(?= )/gm);
  expect(named?.sort()).toEqual(folders.filter((name) => !ignored.includes(name)).sort());
});

it('lists every task with its period, its place and the first sentence of its comment', () => {
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

it('every command has one row, for contributors or for the owner', () => {
  const [, daily = ''] = read('CONTRIBUTING.md').split(/^## (?:Every day|The layout)$/m);
  const rows = `${daily}${read('acceptance/README.md')}`.match(/^\|.*$/gm) ?? [];
  const commands = [...rows.join('\n').matchAll(/`(?:[A-Z_]+=\d+ )?(npm [^`]+)`/g)];
  const named = commands.map(([, command = '']) => command);
  expect(named.filter((command, at) => named.indexOf(command) !== at)).toEqual([]);
  const scripts = Object.keys(packageJson.scripts).filter(
    (name) => !/^(?:pre)?start$|^dev$/.test(name),
  );
  const has = (name: string) =>
    named.some((command) => new RegExp(`^npm (run )?(-s )?${name}( |$)`).test(command));
  expect(scripts.filter((name) => !has(name))).toEqual([]);
});

/** Read before the environment is, so the schema does not hold them. */
const OUTSIDE_SCHEMA = ['INSTANCE', 'PASARELA_DATA'];
/** Set by development for its own processes. */
const INTERNAL = ['NOTICE_CATCHER_URL'];

describe('docs/settings.md', () => {
  const rows = [
    ...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`( \*)? \| .* \| (.*?) ?\|$/gm),
  ];
  const documented = new Map(rows.map(([, name = '', , stated = '']) => [name, stated]));

  it('names every variable of the schema once, and no other', () => {
    const names = [...Object.keys(schema.shape), ...OUTSIDE_SCHEMA];
    expect(rows.map(([, name]) => name).sort()).toEqual(
      names.filter((name) => !INTERNAL.includes(name)).sort(),
    );
  });

  it('states the defaults of the schema', () => {
    const wrong = Object.entries(schema.parse({})).filter(([name, value]) => {
      const stated = documented.get(name)?.replaceAll('`', '');
      return stated !== undefined && typeof value !== 'object' && stated !== String(value);
    });
    expect(wrong).toEqual([]);
  });

  it('marks the secrets that may be in files', () => {
    const marked = rows.filter(([, , mark]) => mark !== undefined).map(([, name]) => name);
    expect(marked.sort()).toEqual([...SECRETS].sort());
  });

  it('has the rows of README.md, word for word', () => {
    const settings = read('docs/settings.md').split('\n');
    const repeated = read('README.md').match(/^\| `[A-Z_]+`.*$/gm) ?? [];
    expect(repeated).toHaveLength(10);
    expect(repeated.filter((row) => !settings.includes(row))).toEqual([]);
  });
});

it('README.md shows the answer to its question', () => {
  expect(read('README.md')).toContain(JSON.stringify(answer));
});

it('README.md lists the lookups', () => {
  const rows = LOOKUPS.map((lookup) => {
    const { title, path, billed } = lookupFacts[lookup];
    return `| ${title.en} | \`POST ${path}\` | \`${lookup}\` | ${billed ? 'yes' : 'no'} |`;
  });
  expect(read('README.md').match(/^\|.*`POST .*$/gm)).toEqual(rows);
});
