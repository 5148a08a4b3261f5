import { expect, it } from 'vitest';
import { knownDevice, rememberAccount } from './device-cookie';

const SECRET = 'only-for-this-test-0123456789-0123456789';

it('knows the accounts that a browser signed in to, and no others', () => {
  const first = rememberAccount(undefined, 'ana@example.gt', SECRET);
  const id = knownDevice(first, ' Ana@example.gt', SECRET);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(knownDevice(first, 'bea@example.gt', SECRET)).toBeUndefined();
  const second = rememberAccount(first, 'bea@example.gt', SECRET);
  for (const email of ['ana@example.gt', 'bea@example.gt']) {
    expect(knownDevice(second, email, SECRET)).toBe(id);
  }
});

it('forgets the account that signed in longest ago when there are more than four', () => {
  const emails = [1, 2, 3, 4, 5].map((number) => `u${number}@example.gt`);
  const cookie = emails.reduce<string | undefined>(
    (before, email) => rememberAccount(before, email, SECRET),
    undefined,
  );
  const known = emails.filter((email) => knownDevice(cookie, email, SECRET) !== undefined);
  expect(known).toEqual(emails.slice(1));
});

it('does not believe a cookie that we did not sign', () => {
  const cookie = rememberAccount(undefined, 'ana@example.gt', SECRET);
  const another = rememberAccount(undefined, 'ana@example.gt', `${SECRET}-other`);
  const altered = cookie.replace(/^./, (first) => (first === '0' ? '1' : '0'));
  for (const forged of [undefined, '', 'made-up', another, altered, `${cookie}x`]) {
    expect(knownDevice(forged, 'ana@example.gt', SECRET)).toBeUndefined();
  }
});
