import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '@/server/paths';
import { SABOTAGES } from './sabotage';

const patches = Object.values(SABOTAGES).flatMap(({ patch }) => patch ?? []);

it.each(patches)('finds the one place in $file that it breaks', async ({ file, text }) => {
  const code = await readFile(join(projectRoot, file), 'utf8');
  expect(code.split(text)).toHaveLength(2);
});
