import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Fails when a file imports what its layer may not, and when files import one another in a circle,
 * of types too. `npm run check` runs it for every folder of the product; tests may also import
 * `testing`, `acceptance` and the simulator.
 */

const NOUNS = [
  'lib/audit',
  'lib/billing',
  'lib/incidents',
  'lib/integrations',
  'lib/keys',
  'lib/limits',
  'lib/notices',
  'lib/recording',
  'lib/sources',
  'lib/statistics',
  'lib/users',
];
const GROUND = ['lib/base', 'lib/access', 'lib/contract', 'db'];
const STORIES = ['lib/gateway', 'lib/tasks', 'lib/doctor', 'lib/watch'];
const WEB = ['next', 'react', 'react-dom', 'next-auth', 'next-intl', '@mantine'];
const SQL = ['drizzle-orm', 'postgres'];
const OPEN_TO_TESTS = ['acceptance', 'testing', 'simulator', 'server', ...NOUNS];
/** Whole identifiers stay in lib: pages receive masked ones. */
const IDENTIFIERS = ['lib/console/views/vault', 'lib/recording/identifiers'];
/** Pages do not import from one another: what they share is in `ui`. */
const PAGES = ['console', 'integracion', 'login', 'invite'].map((one) => `app/(console)/${one}`);

interface Layer {
  /** Paths of the project whose files and folders it may import, besides its own. */
  readonly imports: readonly string[];
  /** Paths and packages that it may not import, whatever the rest says. */
  readonly not?: readonly string[];
}

/** The layers, by path. A file belongs to the longest path that it begins with. */
const LAYERS: Readonly<Record<string, Layer>> = {
  'lib/base': { imports: ['package.json'], not: [...WEB, ...SQL] },
  'lib/access': { imports: ['lib/base'], not: [...WEB, ...SQL] },
  'lib/contract': { imports: ['lib/base'], not: [...WEB, ...SQL] },
  db: { imports: ['lib/base', 'lib/access'], not: WEB },
  // The seed calls verbs, as the command line does.
  'db/seed.ts': { imports: [...GROUND, ...NOUNS], not: WEB },
  ...Object.fromEntries(
    NOUNS.map((noun) => [noun, { imports: [...GROUND, 'lib/audit', 'texts/service'], not: WEB }]),
  ),
  ...Object.fromEntries(
    STORIES.map((story) => [story, { imports: [...GROUND, ...NOUNS, ...STORIES], not: WEB }]),
  ),
  'lib/console': { imports: ['lib', 'db', 'messages'] },
  'lib/console/texts': {
    imports: ['lib/base', 'lib/contract', 'messages', 'texts'],
    not: [...WEB, ...SQL],
  },
  'lib/console/session': {
    imports: ['lib', 'db'],
    not: ['lib/console/views', 'lib/console/downloads'],
  },
  'lib/console/views': { imports: ['lib', 'db', 'messages'], not: ['lib/console/downloads'] },
  ui: { imports: ['lib', 'messages'], not: [...SQL, ...IDENTIFIERS] },
  app: { imports: ['lib', 'ui', 'messages', 'texts'], not: [...SQL, ...IDENTIFIERS, ...PAGES] },
  cli: { imports: ['lib', 'db', 'checks', 'server', 'package.json'], not: WEB },
  // What is checked must not help to check it.
  checks: {
    imports: ['lib/base', 'lib/contract', 'cli', 'simulator', 'server/paths'],
    not: [...WEB, ...SQL],
  },
  server: {
    imports: ['lib', 'db', 'app', 'simulator', 'texts/service', 'package.json'],
    not: SQL,
  },
  // It speaks the wire format only.
  simulator: { imports: [], not: [...WEB, ...SQL] },
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const TEST = /\.(?:test|spec)\.|\/testing\.ts$|\/testing\//;

/** Lists what a file imports against the layers, one per line. */
export function wrongImports(file: string, source: string): string[] {
  const [path = '', layer] = layerOf(file) ?? [];
  if (layer === undefined) return [];
  const isTest = TEST.test(file);
  const may = [path, ...layer.imports, ...(isTest ? OPEN_TO_TESTS : [])];
  const not = isTest ? [] : (layer.not ?? []);
  return (
    [...source.matchAll(IMPORT)]
      .map(([, specifier = '']) => specifier)
      // Relative imports stay in their folder, which the linter checks.
      .filter((specifier) => !specifier.startsWith('.'))
      .filter((specifier) => {
        const target = specifier.replace(/^@\//, '');
        const isAllowed = target === specifier || may.some((one) => isWithin(target, one));
        return !isAllowed || not.some((one) => isWithin(target, one));
      })
      .map(
        (specifier) => `${file} imports ${specifier}, which is not for ${path}: ${wayOut(layer)}`,
      )
  );
}

/** Lists circles of imports, given the sources by path: at least one for files in any circle. */
export function circlesIn(sources: ReadonlyMap<string, string>): string[] {
  const visited = new Set<string>();
  const visit = (file: string, trail: readonly string[]): string[] => {
    if (trail.includes(file)) return [[...trail.slice(trail.indexOf(file)), file].join(' → ')];
    if (visited.has(file)) return [];
    visited.add(file);
    return importsOf(file, sources).flatMap((next) => visit(next, [...trail, file]));
  };
  return [...sources.keys()].flatMap((file) => visit(file, []));
}

/** Lists the files that a file imports, among those given. */
function importsOf(file: string, sources: ReadonlyMap<string, string>): string[] {
  const specifiers = [...(sources.get(file) ?? '').matchAll(IMPORT)].map(([, one = '']) => one);
  return specifiers.flatMap((specifier) => {
    const path = specifier.startsWith('.')
      ? join(dirname(file), specifier)
      : specifier.replace(/^@\//, '');
    return [path, `${path}.ts`, `${path}.tsx`].filter((one) => sources.has(one));
  });
}

/** Says what may be done instead of an import. */
function wayOut({ imports }: Layer): string {
  if (imports.length === 0) return 'it shares no code with the rest';
  return `move what both need to ${imports.join(' or ')}, or let a layer above call both`;
}

function layerOf(file: string): [string, Layer] | undefined {
  return Object.entries(LAYERS)
    .filter(([path]) => isWithin(file, path))
    .sort(([one], [other]) => other.length - one.length)[0];
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Lists the wrong imports of every folder of the product, one per line. */
export function layerProblems(): string[] {
  const folders = [...new Set(Object.keys(LAYERS).map((path) => path.split('/', 1)[0] ?? ''))];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const sources = new Map(
    files
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')] as const),
  );
  return [
    ...[...sources].flatMap(([file, source]) => wrongImports(file, source)),
    ...circlesIn(sources).map((circle) => `Files import one another: ${circle}`),
  ];
}
