import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '@/server/paths';

/** Read from the sources: layouts and the proxy may be passed by, so nothing may lean on them. */

const folder = join(projectRoot, 'app/(console)');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

function source(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

/** Outside the console: the form to get in, and the link that is its own proof. */
const OPEN = ['login/page.tsx', 'invite/[code]/page.tsx'];

it('nothing is sent before the guard: a loading file above a page would answer 200 to a refusal', () => {
  expect(files.filter((file) => /(^|\/)loading\.tsx$/.test(file))).toEqual([]);
});

describe('the guard is the first line', () => {
  const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file) && !OPEN.includes(file));
  it.each(pages)('of the page %s', (file) => {
    const [, body = ''] = source(file).split(/export default async function \w+\([^)]*\) \{\n/);
    expect(body.split('\n')[0]).toMatch(/await require(Session|User|Administrator)\(\)/);
  });

  const layouts = files.filter((file) => /^console\/.*layout\.tsx$/.test(file));
  it.each(layouts)('of the frame %s', (file) => {
    const [, body = ''] = source(file).split(/export default async function \w+\([^)]*\) \{\n/);
    expect(body.split('\n')[0]).toMatch(/await require(Session|User|Administrator)\(\)/);
  });

  const downloads = files.filter((file) => /(^|\/)route\.ts$/.test(file));
  it.each(downloads)('of the download %s', (file) => {
    const [, ...bodies] = source(file).split(
      /^export async function [A-Z]+\([\s\S]*?\): Promise<Response> \{\n/m,
    );
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) {
      expect(body.split('\n')[0]).toMatch(/await require(User|Administrator)\(\)/);
    }
  });

  const actions = files.filter((file) => source(file).startsWith("'use server'"));
  it.each(actions)('of every action in %s', (file) => {
    const bodies = source(file).split(/^export async function [^{]*\{(?:[^{}]*\}>+ \{)?\n/m);
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies.slice(1)) {
      expect(body.split('\n')[0]).toMatch(/^ {2}return as(Self|User|Administrator|Anybody)\(/);
    }
  });
});
