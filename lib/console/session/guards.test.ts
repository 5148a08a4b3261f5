import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '@/server/paths';
import { functionNames } from '@/testing/action-names';

/** Reads the sources. A request may bypass layouts and the proxy, so every page has a guard. */

const pagesFolder = 'app/(console)/';
const filesIn = (folder: string) =>
  readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)));
const files = filesIn(pagesFolder);

function source(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

/** Pages without a session: sign-in, and the one-time link. */
const OPEN = ['login/page.tsx', 'invite/page.tsx'].map((file) => pagesFolder + file);

it('nothing is sent before the guard: a loading file above a page would answer 200 to a refusal', () => {
  expect(files.filter((file) => /(^|\/)loading\.tsx$/.test(file))).toEqual([]);
});

/** Frames and one's own account, which staff and people of an integration share. */
const SHARED = /layout\.tsx$|\/(account|cuenta)\/page\.tsx$/;

/** The first line of a page or download: its guard distinguishes staff from people of an integration. */
function guardOf(file: string): RegExp {
  if (SHARED.test(file) && !file.includes('[nombre]')) return /await requireSession\(\)/;
  return file.startsWith(`${pagesFolder}integracion/`)
    ? /await requirePlace\(/
    : /await require(UserAtHome|User|Permission)\(/;
}

describe('the guard is the first line', () => {
  const pages = files.filter(
    (file) =>
      /\/page\.tsx$|\(console\)\/(console|integracion)\/.*layout\.tsx$/.test(file) &&
      !OPEN.includes(file),
  );
  it.each(pages)('of the page or frame %s', (file) => {
    const [, body = ''] = source(file).split(/export default async function \w+\([^)]*\) \{\n/);
    expect(body.split('\n')[0]).toMatch(guardOf(file));
  });

  const downloads = files.filter((file) => /(^|\/)route\.ts$/.test(file));
  it.each(downloads)('of the download %s', (file) => {
    const [, ...bodies] = source(file).split(
      /^export async function [A-Z]+\([\s\S]*?\): Promise<Response> \{\n/m,
    );
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      expect(body.split('\n')[0]).toMatch(guardOf(file));
    }
  });

  const actions = [...files, ...filesIn('ui')].filter((file) =>
    source(file).startsWith("'use server'"),
  );
  it.each(actions)('of every action in %s', (file) => {
    const exported = source(file).match(/^export (?!interface|type).*/gm) ?? [];
    expect(exported.length).toBeGreaterThan(0);
    for (const line of exported) {
      expect(line).toMatch(
        /^export const \w+ = with(out)?(Permission|OwnAccount|User|Session|Place|Targets)\(/,
      );
    }
  });

  const changes = actions.flatMap((file) => [
    ...source(file).matchAll(/^export const (\w+) = withPermission\(\s*\[?'([\w.]+)'/gm),
  ]);
  it.each(changes.map(([, name = '', action = '']) => [name, action]))(
    'of %s, which carries the name of its permission %s',
    (name, action) => {
      expect(functionNames(action)).toContain(name);
    },
  );
});

describe('re-authentication', () => {
  const sources = ['app', 'cli', 'db', 'lib', 'server', 'ui']
    .flatMap(filesIn)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));
  const containing = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(source(file))).sort();

  it('is made in these places only', () => {
    expect(containing(/Permit\.signedIn/)).toEqual(['lib/console/session/guard.ts']);
    expect(containing(/Permit\.ofEvent/)).toEqual(['lib/audit/record-event.ts']);
    expect(containing(/Permit\.byInvitation/)).toEqual(['lib/users/invite.ts']);
    expect(containing(/Permit\.onCommandLine/)).toEqual(['cli/context.ts', 'db/seed.ts']);
  });

  it('asks for permissions by name, nowhere for a role', () => {
    expect(containing(/\brole\b\W{0,3}[!=]==? '/)).toEqual([]);
  });
});
