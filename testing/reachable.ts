import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';

/** Everything that a request can reach: pages and route handlers of app/, and server actions. */

function files(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)))
    .sort();
}

function source(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

/** `app/(console)/console/(signed-in)/users/page.tsx` is `/console/users`. */
function pathOf(file: string): string {
  const parts = file.split('/').slice(1, -1);
  return `/${parts.filter((part) => !part.startsWith('(')).join('/')}`;
}

export const pagesOfApp = () => pathsOf(/(^|\/)page\.tsx?$/);
export const routesOfApp = () => pathsOf(/(^|\/)route\.tsx?$/);

function pathsOf(name: RegExp): string[] {
  const found = files('app').filter((file) => name.test(file));
  return found.map(pathOf).sort();
}

/** By name: `ui/actions/users.ts#invite`. */
export function actionsOfApp(): string[] {
  return [...files('app'), ...files('ui')]
    .filter((file) => /\.tsx?$/.test(file) && /['"]use server['"]/.test(source(file)))
    .flatMap((file) => {
      const exported = source(file).matchAll(/^export (?:async )?(?:function|const) (\w+)/gm);
      return [...exported].map(([, name]) => `${file}#${name}`);
    })
    .sort();
}

const manifestSchema = z.object({
  node: z.record(z.string(), z.object({ exportedName: z.string(), filename: z.string() })),
});

/** The id under which the build answers each action. */
export function actionIds(): ReadonlyMap<string, string> {
  const file = join(projectRoot, '.next/server/server-reference-manifest.json');
  const { node } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(
    Object.entries(node).map(([id, { exportedName, filename }]) => [
      `${filename}#${exportedName}`,
      id,
    ]),
  );
}
