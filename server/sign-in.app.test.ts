import { request } from 'undici';
import { expect, it } from 'vitest';
import { wellKnown } from '@/simulator/well-known';
import { freshAddress } from '@/testing/address';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import { sharedHarness } from '@/testing/shared-parts';
import { csrfOf, sendSignIn } from '@/testing/signed-in';
import { createTestUserAt, TEST_PASSWORD } from '@/testing/users';

/** `npm test` shows that the guesses are slowed down; a crowd takes the machine for half a minute. */
const ATTACKERS = everything ? 200 : 10;
const SIGN_INS = everything ? 5 : 2;
const TIMEOUT_MS = 300_000;
const CONSOLE = 'https://console.example';

const harness = await sharedHarness({ TRUSTED_PROXY_HOPS: '1', NEXTAUTH_URL: CONSOLE });
const app = await harness.startApp();

const address = () => ({ 'x-forwarded-for': freshAddress() });

async function newPerson() {
  const { email } = await createTestUserAt(harness.databaseUrl);
  return { email, password: TEST_PASSWORD };
}

it('lets a known device in and answers lookups while many attackers guess at once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const integration = await createTestIntegration(harness.databaseUrl);
  const person = await newPerson();
  const csrf = await csrfOf(app.url);
  const { cookie, outcome } = await sendSignIn(app.url, csrf, person, address());
  expect(outcome).toBe('signed_in');

  let attacking = true;
  const guesses: string[] = [];
  const attack = async (number: number) => {
    const headers = address();
    const email = number % 2 === 0 ? person.email : `nobody-${number}@pasarela.example`;
    while (attacking) {
      const given = { email, password: 'not the password' };
      guesses.push((await sendSignIn(app.url, csrf, given, headers)).outcome);
    }
  };
  const attackers = Array.from({ length: ATTACKERS }, (_, number) => attack(number));
  try {
    await expect.poll(() => guesses.some((kind) => kind !== 'rejected')).toBe(true);
    for (let made = 0; made < SIGN_INS; made += 1) {
      // An overloaded process sheds pages, with a 503 that says when to come again.
      const signIn = () => sendSignIn(app.url, csrf, person, { ...address(), cookie });
      await expect.poll(async () => (await signIn()).outcome).toBe('signed_in');
      const query = { nit: wellKnown.individual.nit };
      expect((await ask(app.url, '/catalogos/cui-nit', integration, query)).status).toBe(200);
    }
  } finally {
    attacking = false;
    await Promise.all(attackers);
  }
  const checked = guesses.filter((kind) => kind === 'rejected').length;
  expect(guesses).not.toContain('signed_in');
  // The account lets 20 through, each other one 5; waits of 5, 10 and 20 s may end meanwhile.
  expect(checked).toBeLessThanOrEqual(20 + 3 + (5 + 3) * (ATTACKERS / 2));
  expect(guesses.length).toBeGreaterThan(checked);
});

it('logs a bad session cookie at most once a minute for each address', async () => {
  const cookie = '__Host-next-auth.session-token=eyJhbGciOiJkaXIifQ.made.up';
  for (const from of [address(), address()]) {
    for (let n = 0; n < 5; n += 1) {
      const headers = { ...from, cookie };
      const answer = await fetch(`${app.url}/console`, { headers, redirect: 'manual' });
      expect(answer.status).toBe(307);
    }
  }
  const logged = () => app.output().match(/"bad_session_cookie"/g)?.length;
  await expect.poll(logged).toBe(2);
});

it('uses cookies for this host only over HTTPS, ends the last session, and clears the site', async () => {
  const person = await newPerson();
  const csrf = await csrfOf(app.url);
  const first = await sendSignIn(app.url, csrf, person, address());
  const names = `${csrf.cookie}; ${first.cookie}`.split('; ').map((cookie) => cookie.split('=')[0]);
  expect(names.filter((name) => !name?.startsWith('__Host-'))).toEqual([]);
  const opens = async (cookie: string) =>
    (await request(`${app.url}/console/account`, { headers: { cookie } })).statusCode;
  expect(await opens(first.cookie)).toBe(200);
  const headers = { ...address(), cookie: first.cookie };
  const second = await sendSignIn(app.url, csrf, person, headers);
  expect([await opens(first.cookie), await opens(second.cookie)]).toEqual([307, 200]);

  const { headers: answered } = await request(`${app.url}/api/auth/signout`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: `${csrf.cookie}; ${second.cookie}`,
      'content-type': 'application/x-www-form-urlencoded',
      origin: CONSOLE,
    },
    body: new URLSearchParams({ csrfToken: csrf.token, json: 'true' }).toString(),
  });
  expect(answered['clear-site-data']).toBe('"cache", "storage"');
  expect(await opens(second.cookie)).toBe(307);
});
