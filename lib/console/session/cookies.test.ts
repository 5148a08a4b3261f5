import { encode } from 'next-auth/jwt';
import { expect, it } from 'vitest';
import { knownDevice, readSessionCookie, rememberAccount } from './cookies';

const SECRET = 'only-for-this-test-0123456789-0123456789';
const sessionId = '10000000-0000-4000-8000-000000000000';

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

it('reads a cookie that we encrypted, and nothing unsigned, expired, altered or of another kind', async () => {
  const cookie = await encode({ token: { sessionId }, secret: SECRET });
  expect(await readSessionCookie(cookie, SECRET)).toEqual({ sessionId });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused = {
    unsigned: `${part({ alg: 'none' })}.${part({ sessionId })}.`,
    'under another key': await encode({ token: { sessionId }, secret: `${SECRET}x` }),
    expired: await encode({ token: { sessionId }, secret: SECRET, maxAge: -3600 }),
    altered: `${cookie.slice(0, -4)}${cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    'of another kind': await encode({ token: { sub: sessionId }, secret: SECRET }),
  };
  for (const [kind, other] of Object.entries(refused)) {
    expect(await readSessionCookie(other, SECRET), kind).toBeUndefined();
  }
});
