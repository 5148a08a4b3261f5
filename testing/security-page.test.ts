import { expect, it } from 'vitest';
import { missingFrom, summaryOf } from './security-page';

it('misses a file, and a test in a file that exists', () => {
  const here = '`testing/security-page.test.ts`';
  expect(
    missingFrom(`${here} "misses a file, and a test in a file that exists"; \`a/b.spec\``),
  ).toEqual([]);
  expect(missingFrom(`${here} "no ${'such'} test"`)).toHaveLength(1);
  expect(missingFrom('`lib/no-such.test.ts`, `no/such.md`')).toHaveLength(2);
});

it('counts verdicts by chapter and in all', () => {
  const row = (id: string, verdict: string) => `| ${id} | 1 | text | ${verdict} | why |`;
  const text = ['### 1 One', row('1.1.1', 'held'), row('1.1.2', 'not held'), '### 2 Two'];
  expect(summaryOf([...text, row('2.1.1', 'not applicable')].join('\n'))).toEqual([
    '| 1 One | 1 | 1 | 0 | 2 |',
    '| 2 Two | 0 | 0 | 1 | 1 |',
    '| all | 1 | 1 | 1 | 3 |',
  ]);
});
