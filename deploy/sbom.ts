import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  scope: z.string().optional(),
});
const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Writes `sbom.cdx.json`, a CycloneDX list of what the package contains: the packages in its
 * `node_modules`, and those that the build has compiled into the pages.
 */
export async function writeSbom(folder: string): Promise<void> {
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev'];
  const output = execFileSync('npm', [...sbom, '--package-lock-only'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Without a number and a time, which would differ in every build.
  const { serialNumber, metadata, components, dependencies, ...bom } = bomSchema.parse(
    JSON.parse(output),
  );
  const { timestamp, ...rest } = metadata;
  const copied = await packagesIn(join(folder, 'node_modules'));
  // Optional packages are the binaries of all platforms, and the embedded PostgreSQL.
  const kept = components.filter(({ name, scope }) => scope !== 'optional' || copied.has(name));
  const refs = new Set(kept.map((component) => component['bom-ref']));
  const main = { ...metadata.component, name: 'pasarela' };
  refs.add(main['bom-ref']);
  const edges = dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  const written = {
    ...bom,
    metadata: { ...rest, component: main },
    components: kept,
    dependencies: edges,
  };
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(written, null, 2)}\n`);
}

async function packagesIn(folder: string): Promise<Set<string>> {
  const files = await readdir(folder, { recursive: true });
  const manifests = files.filter((file) => /(^|\/)package\.json$/.test(file));
  const named = z.object({ name: z.string().optional() });
  const names = manifests.map(async (file) => {
    const { name } = named.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
    return name ?? '';
  });
  return new Set(await Promise.all(names));
}
