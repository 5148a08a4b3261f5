import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxRows as written } from '@/lib/contract/sandbox';
import { projectRoot } from '@/server/paths';
import { sandboxRows } from './sandbox';
import { sandboxPage } from './sandbox-page';

it('the documented sandbox is what the simulator does', async () => {
  const rows = await sandboxRows();
  expect(written, 'npm run -s sandbox:table writes it').toEqual(rows);
  expect(readFileSync(join(projectRoot, 'docs/sandbox.md'), 'utf8')).toBe(sandboxPage(rows));
}, 20_000);
