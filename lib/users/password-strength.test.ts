import { describe, expect, it } from 'vitest';
import { MAX_PASSWORD_LENGTH, MIN_STRENGTH } from './password-rule';
import { strengthOf } from './password-strength';

const EMAIL = 'maria.castellanos@tributos.gt';

describe('a password is too weak when it', () => {
  it.each([
    ['is a common one', '1q2w3e4r5t6y'],
    ['is a common one with a suffix', 'password1234'],
    ['repeats itself', 'abcabcabcabc'],
    ['is a row of keys', 'qwertyuiop[]'],
    ['names this service', 'Pasarela2026!'],
    ['names this country', 'guatemala2026'],
    ['is a role', 'administrador1'],
    ['is the part of the address before the @', 'castellanos12'],
    ['is the domain', 'tributos2026'],
  ])('%s', (_why, password) => {
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect(strengthOf(password, EMAIL)).toBeLessThan(MIN_STRENGTH);
  });
});

it.each(['cuatro loros beben horchata', 'Xk29fj3lsdQ8', 'un volcán sin nubes'])(
  'takes %s, whatever characters it is made of',
  (password) => {
    expect(strengthOf(password, EMAIL)).toBeGreaterThanOrEqual(MIN_STRENGTH);
  },
);

it('judges the longest passwords in a fraction of a second', () => {
  const before = process.cpuUsage();
  for (const unit of ['@dm1n', 'qwerty', '1990', 'p4$$w0rd', 'aB3$']) {
    strengthOf(unit.repeat(64).slice(0, MAX_PASSWORD_LENGTH), EMAIL);
  }
  // CPU time, which a busy machine does not lengthen.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5_000);
});
