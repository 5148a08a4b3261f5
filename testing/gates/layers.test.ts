import { expect, it } from 'vitest';
import { circlesIn, wrongImports } from './layers';

it('refuses an import against the layers, by path and by package', () => {
  expect(wrongImports('lib/billing/x.ts', "import { y } from '@/lib/users/find';")).toHaveLength(1);
  expect(wrongImports('ui/parts/x.tsx', "import { sql } from 'drizzle-orm';")).toHaveLength(1);
  expect(wrongImports('lib/base/time/x.ts', "const y = await import('@/db/client');")).toHaveLength(
    1,
  );
});

it('allows imports downwards, the audit log for all nouns, and the harness for tests', () => {
  const imports =
    "import { a } from '@/lib/audit/write';\nimport { b } from '@/lib/base/time/time';";
  expect(wrongImports('lib/billing/x.ts', imports)).toEqual([]);
  const harness = "import { c } from '@/testing/database';";
  expect(wrongImports('lib/billing/x.test.ts', harness)).toEqual([]);
  expect(wrongImports('lib/billing/x.ts', harness)).toHaveLength(1);
});

it('finds files that import one another, also for a type and by way of others', () => {
  const sources = new Map([
    ['lib/a/one.ts', "import type { Two } from './two';"],
    ['lib/a/two.ts', "import { three } from '@/lib/b/three';"],
    ['lib/b/three.ts', "import { one } from '@/lib/a/one';\nimport { four } from './four';"],
    ['lib/b/four.ts', "import { five } from 'five';"],
  ]);
  expect(circlesIn(sources)).toEqual([
    'lib/a/one.ts → lib/a/two.ts → lib/b/three.ts → lib/a/one.ts',
  ]);
  sources.delete('lib/a/two.ts');
  expect(circlesIn(sources)).toEqual([]);
});
