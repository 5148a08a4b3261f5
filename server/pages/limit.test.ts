import { randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { encode } from 'next-auth/jwt';
import { expect, it } from 'vitest';
import { freshAddress } from '@/testing/address';
import { PageLimit } from './limit';

const secret = 'only-for-tests-0123456789-0123456789';
const PER_MINUTE = 3;

function newLimit(): PageLimit {
  return new PageLimit({
    pagesPerMinute: PER_MINUTE,
    trustedProxyHops: 1,
    sessionSecret: secret,
  });
}

/** A request from an address that no other one has, with the cookie of a session. */
async function requestOf(token: { sessionId: string; sessionNumber?: number }) {
  const request = new IncomingMessage(new Socket());
  const cookie = await encode({ token, secret });
  request.headers = {
    cookie: `next-auth.session-token=${cookie}`,
    'x-forwarded-for': freshAddress(),
  };
  return request;
}

it('gives a session whose id is renewed no new quota', async () => {
  const limit = newLimit();
  const session = async (sessionNumber: number) => {
    const request = await requestOf({ sessionId: randomUUID(), sessionNumber });
    // The first request with a cookie spends from its address.
    await limit.spend(request);
    return limit.spend(request);
  };
  const spent: boolean[] = [];
  for (let made = 0; made < PER_MINUTE + 1; made += 1) spent.push((await session(7)).allowed);
  expect(spent).toEqual([true, true, true, false]);
  expect(await session(8)).toMatchObject({ allowed: true, key: 'session 8' });
});

it('takes a cookie of an earlier version, which has no number', async () => {
  const limit = newLimit();
  const sessionId = randomUUID();
  const request = await requestOf({ sessionId });
  expect(await limit.spend(request)).toMatchObject({ key: `session ${sessionId}` });
});
