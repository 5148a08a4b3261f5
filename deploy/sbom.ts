import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '@/package.json' with { type: 'json' };
import { projectRoot } from '@/server/paths';
import { type LockEntry, lockedPackages } from './lock';

/** A folder of a package, such as `node_modules/@a/b/node_modules/c`. */
const PACKAGE = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@.][^/]*$/;
const LICENCE = /^(licen[cs]e|copying|notice|ofl)\b/i;

/**
 * Writes `sbom.cdx.json`, a CycloneDX list of the packages that `folder` contains or whose code is
 * compiled into its pages, and `THIRD-PARTY-LICENSES.txt` with the texts of their licences. Throws
 * when a package of `folder` is not in the lock.
 */
export async function writeSbom(folder: string): Promise<void> {
  const packages = await lockedPackages();
  const shipped = new Set(await packageFolders(folder));
  const unknown = [...shipped].filter((path) => packages[path] === undefined);
  if (unknown.length > 0) throw new Error(`package-lock.json does not have ${unknown.join(', ')}.`);
  // Optional packages are the binaries of all platforms, and the embedded PostgreSQL.
  const paths = Object.entries(packages).flatMap(([path, { dev, devOptional, optional }]) =>
    path !== '' && (shipped.has(path) || !(dev || devOptional || optional)) ? [path] : [],
  );
  const components = new Map(paths.map((path) => [path, componentOf(path, packages[path] ?? {})]));
  const main = { 'bom-ref': 'pasarela', type: 'application', name: 'pasarela' };
  const refOf = (path: string) => (path === '' ? 'pasarela' : components.get(path)?.['bom-ref']);
  const edges = ['', ...paths].map((path) => ({
    ref: refOf(path),
    dependsOn: [...new Set(dependenciesOf(path, packages).flatMap((one) => refOf(one) ?? []))],
  }));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...main, version: packageJson.version } },
    components: [...byRef(components.values()).values()],
    dependencies: [...new Map(edges.map((edge) => [edge.ref, edge])).values()],
  };
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`);
  const licences = [...components].map(([path, component]) => licenceOf(folder, path, component));
  const texts = new Set(await Promise.all(licences));
  await writeFile(
    join(folder, 'THIRD-PARTY-LICENSES.txt'),
    [...texts].join(`\n${'-'.repeat(80)}\n`),
  );
}

async function packageFolders(folder: string): Promise<string[]> {
  const modules = join(folder, 'node_modules');
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => PACKAGE.test(path));
}

type Component = ReturnType<typeof componentOf>;

function componentOf(path: string, { name: alias, version = '', license, integrity }: LockEntry) {
  const name = alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, digest] = integrity?.split('-') ?? [];
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' &&
      digest && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
  };
}

function byRef(components: Iterable<Component>): Map<string, Component> {
  return new Map([...components].map((component) => [component['bom-ref'], component]));
}

/** Finds the folders from which a package loads its dependencies, as Node does. */
function dependenciesOf(path: string, packages: Readonly<Record<string, LockEntry>>): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  const above = path.split(/\/?node_modules\//).slice(1);
  const places = [...above.keys(), above.length].reverse();
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return names.flatMap((name) => {
    const candidates = places.map((depth) =>
      [...above.slice(0, depth), name].map((one) => `node_modules/${one}`).join('/'),
    );
    return candidates.find((candidate) => packages[candidate] !== undefined) ?? [];
  });
}

/** Returns the licence of a package, from its own folder: as text, or else by its SPDX name. */
async function licenceOf(folder: string, path: string, component: Component): Promise<string> {
  const title = `${component['bom-ref']} (${component.licenses?.[0]?.expression ?? 'see its package.json'})`;
  for (const root of [projectRoot, folder]) {
    const files = await readdir(join(root, path)).catch(() => []);
    const named = files.filter((file) => LICENCE.test(file)).sort();
    const texts = named.map((file) => readFile(join(root, path, file), 'utf8'));
    if (named.length > 0) return [title, ...(await Promise.all(texts))].join('\n\n');
  }
  return `${title}\n\nIts package has no text of its licence.\n`;
}
