import { expect, it } from 'vitest';
import { missingFrom, summaryOf, testsThatRun, withoutEvidence } from './security-page';

const HERE = 'testing/gates/security-page.test.ts';
const row = (id: string, verdict: string, why = 'why') =>
  `| ${id} | 1 | text | ${verdict} | ${why} |`;

it('misses a file, and a test in a file that exists', () => {
  const titled = (title: string) => missingFrom(`\`${HERE}\` "${title}"`);
  expect(titled('misses a file, and a test in a file that exists')).toEqual([]);
  expect(titled(`no ${'such'} test`)).toHaveLength(1);
  // These words stand in this file, as no title.
  expect(titled('These words')).toHaveLength(1);
  expect(missingFrom('`lib/no-such.test.ts`, `no/such.md`, `a/b.spec`')).toHaveLength(2);
});

it('misses the evidence of a verdict', () => {
  const evidence = [
    '`a.test.ts`',
    '`lib/base/env/env.ts`',
    '`docs/operators.md`',
    '[Rules](security.md#input)',
    'why',
  ];
  const tests = new Set(['a.test.ts']);
  const unverified = (verdict: string) =>
    evidence.filter((why) => withoutEvidence(row('1.1.1', verdict, why), tests).length > 0);
  const [, code, document, rules, nothing] = evidence;
  expect(unverified('held')).toEqual([code, document, rules, nothing]);
  expect(unverified('documented')).toEqual(['`a.test.ts`', code, nothing]);
  expect(unverified('untested')).toEqual([rules, nothing]);
  expect(unverified('not held')).toEqual([]);
  expect(unverified('not applicable')).toEqual([]);
  expect(unverified('kept')).toEqual(evidence);
});

it('knows the tests that run from everything else', () => {
  const tests = testsThatRun();
  const run = [
    HERE,
    'db/roles.db.test.ts',
    'server/front.app.test.ts',
    'lib/limits/limits.redis.test.ts',
    'acceptance/attack/attack.crash.test.ts',
    'e2e/console/cases.spec.ts',
    'e2e/gateway/process/sandbox.spec.ts',
    'e2e/fuzz/generated.spec.ts',
  ];
  expect(run.filter((path) => !tests.has(path))).toEqual([]);
  const others = ['server/front.ts', 'e2e/log-check.ts', 'e2e/other.spec.ts', 'docs/operators.md'];
  expect(others.filter((path) => tests.has(path))).toEqual([]);
}, 120_000);

it('counts verdicts by chapter and in all', () => {
  const text = ['## 1 One', row('1.1.1', 'held'), row('1.1.2', 'not held'), '## 2 Two'];
  expect(
    summaryOf([...text, row('2.1.1', 'not applicable'), row('2.1.2', 'untested')].join('\n')),
  ).toEqual([
    '| 1 One | 1 | 0 | 0 | 1 | 0 | 2 |',
    '| 2 Two | 0 | 0 | 1 | 0 | 1 | 2 |',
    '| all | 1 | 0 | 1 | 1 | 1 | 4 |',
  ]);
});
