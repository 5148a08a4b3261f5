import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';

const entrySchema = z
  .object({
    /** Only where the folder has another name. */
    name: z.string(),
    version: z.string(),
    integrity: z.string(),
    license: z.string(),
    dev: z.boolean(),
    devOptional: z.boolean(),
    optional: z.boolean(),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .partial();
export type LockEntry = z.infer<typeof entrySchema>;

/** Reads the packages of `package-lock.json` by their folders. */
export async function lockedPackages(): Promise<Readonly<Record<string, LockEntry>>> {
  const text = await readFile(join(projectRoot, 'package-lock.json'), 'utf8');
  return z.object({ packages: z.record(z.string(), entrySchema) }).parse(JSON.parse(text)).packages;
}
