import { encode } from 'next-auth/jwt';
import { expect, it } from 'vitest';
import { readSessionCookie } from './session-cookie';

const secret = 'only-for-this-test-0123456789-0123456789';
const sessionId = '10000000-0000-4000-8000-000000000000';

it('reads a cookie that we encrypted, and nothing unsigned, expired, altered or of another kind', async () => {
  const cookie = await encode({ token: { sessionId }, secret });
  expect(await readSessionCookie(cookie, secret)).toEqual({ sessionId });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused = {
    unsigned: `${part({ alg: 'none' })}.${part({ sessionId })}.`,
    'under another key': await encode({ token: { sessionId }, secret: `${secret}x` }),
    expired: await encode({ token: { sessionId }, secret, maxAge: -3600 }),
    altered: `${cookie.slice(0, -4)}${cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    'of another kind': await encode({ token: { sub: sessionId }, secret }),
  };
  for (const [kind, other] of Object.entries(refused)) {
    expect(await readSessionCookie(other, secret), kind).toBeUndefined();
  }
});
