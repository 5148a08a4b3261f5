import { expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords';
import { hashPassword } from './password';
import { MIN_PASSWORD_LENGTH, MIN_STRENGTH } from './password-rule';
import { strengthOf } from './password-strength';

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

it('hashes a phrase that is not common', async () => {
  expect(await hashPassword('cuatro loros beben horchata', EMAIL)).toMatch(/^\$argon2id\$/);
});
