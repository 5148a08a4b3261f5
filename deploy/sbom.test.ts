import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { writeSbom } from './sbom';

const bomSchema = z.object({
  components: z.array(z.object({ name: z.string(), version: z.string(), 'bom-ref': z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/** Makes a package that contains these packages. */
async function packed(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-sbom-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const places = names.map((name) => join(folder, 'node_modules', name));
  for (const place of places) await mkdir(place, { recursive: true });
  return folder;
}

it('lists what the package contains and what its pages are compiled from, with edges and licences', async () => {
  const binary = '@node-rs/argon2-linux-arm64-gnu';
  const folder = await packed('zod', 'pino/lib', binary);
  await writeSbom(folder);
  const text = await readFile(join(folder, 'sbom.cdx.json'), 'utf8');
  const { components, dependencies } = bomSchema.parse(JSON.parse(text));
  const names = components.map(({ name }) => name);
  const wanted = ['zod', 'pino', 'thread-stream', 'ipaddr.js', 'jose', '@opentelemetry/api', 'ms'];
  expect(names).toEqual(expect.arrayContaining([...wanted, '@mantine/core', binary]));
  // Neither tools nor binaries that are not in the package.
  expect(names).not.toContain('vitest');
  expect(names).not.toContain('@node-rs/argon2-darwin-arm64');
  const refs = new Set(components.map((component) => component['bom-ref']));
  expect(refs.size).toBe(components.length);
  expect(
    dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref)),
  ).toEqual([]);
  const pino = dependencies.find(({ ref }) => ref.startsWith('pino@'));
  expect(pino?.dependsOn).toContainEqual(expect.stringMatching(/^thread-stream@/));
  const licences = await readFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  const zod = await readFile('node_modules/zod/LICENSE', 'utf8');
  expect(licences).toContain(zod);
  const unnamed = [...refs].filter((ref) => !licences.includes(`${ref} (`));
  expect(unnamed).toEqual([]);
});

it.each(['stranger', '@strange/r', 'zod/node_modules/stranger'])(
  'rejects a package with %s, which the lock does not have',
  async (name) => {
    const folder = await packed('zod', name);
    await expect(writeSbom(folder)).rejects.toThrow(
      `package-lock.json does not have node_modules/${name}.`,
    );
  },
);
