import { expect, it } from 'vitest';
import { returnPath } from './return-path';

it.each([
  '/console',
  '/console/users',
  '/console/queries?integration=mi-empresa&status=500',
  '/console/account?next=%2Fconsole%2Fusers',
])('a sign-in returns to %s', (path) => {
  expect(returnPath(path)).toBe(path);
});

it.each([
  undefined,
  ['/console/users'],
  '',
  'https://evil.example/console',
  '//evil.example/console',
  '/\\evil.example/console',
  '/console/..//evil.example',
  '/console/../login',
  '/consoles',
  '/docs',
  'javascript:alert(1)',
  `/console?x=${'x'.repeat(2_000)}`,
])('a sign-in does not return to %j', (given) => {
  expect(returnPath(given)).toBe('/console');
});
