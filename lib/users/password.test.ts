import { expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords';
import { hashPassword, verifyPassword } from './password';
import { strengthOf } from './password-strength';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, MIN_STRENGTH } from './rules';

const EMAIL = 'maria.castellanos@tributos.gt';

it('refuses each of the 3,000 most common passwords that are long enough', async () => {
  const longEnough = [...COMMON_PASSWORDS].filter(({ length }) => length >= MIN_PASSWORD_LENGTH);
  expect(longEnough.length).toBeGreaterThanOrEqual(3_000);
  for (const password of longEnough) {
    await expect(hashPassword(password, EMAIL), password).rejects.toMatchObject({
      code: 'password_weak',
    });
  }
});

it.each(['bobthebuilder', 'BobTheBuilder', 'photographer', 'overwhelming'])(
  'refuses the common password %s, which the estimate alone takes',
  async (password) => {
    expect(strengthOf(password, EMAIL)).toBeGreaterThanOrEqual(MIN_STRENGTH);
    await expect(hashPassword(password, EMAIL)).rejects.toMatchObject({ code: 'password_weak' });
  },
);

it('hashes with argon2id, 19 MiB and two passes', async () => {
  const stored = await hashPassword('cuatro loros beben horchata', EMAIL);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

it('verifies a password of any length as it was given, with its case and spaces', async () => {
  const password = 'Cuatro loros beben horchata '.repeat(5).slice(0, MAX_PASSWORD_LENGTH);
  expect(password).toHaveLength(128);
  const stored = await hashPassword(password, EMAIL);
  const matches = (given: string) => verifyPassword(stored, given, 'known');
  expect(await matches(password)).toBe(true);
  const others = [password.toLowerCase(), ` ${password}`, `${password} `, password.slice(0, -1)];
  for (const other of others) expect(await matches(other), other).toBe(false);
});
