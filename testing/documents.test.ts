import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '@/server/paths';

const DOCUMENTS = [
  'CONTRIBUTING.md',
  'README.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/install.md',
  'docs/operators.md',
  'docs/people-and-data.md',
];
const PATH =
  /`((?:app|bench|checks|cli|clients|db|deploy|docs|e2e|lib|messages|server|simulator|testing|ui)\/[^\s`*]*)`/g;
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
