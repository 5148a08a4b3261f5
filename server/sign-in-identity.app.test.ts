import { request } from 'undici';
import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { startProgram } from '@/testing/program';
import { sharedHarness } from '@/testing/shared-parts';
import { createTestUserAt } from '@/testing/users';

/** A machine that serves the pages alone, and an identity provider. */

/** The address that the app believes to have; requests to it go to its real port. */
const APP_URL = 'http://127.0.0.1';
const CLIENT_ID = 'pasarela';
const CLIENT_SECRET = 'only-for-tests-0123456789-0123456789';

const port = await freePort();
const issuer = `http://127.0.0.1:${port}`;
const harness = await sharedHarness({
  PASARELA_SERVES: 'pages',
  NEXTAUTH_URL: APP_URL,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT_ID,
  OIDC_CLIENT_SECRET: CLIENT_SECRET,
});
const redirect = `${APP_URL}/api/auth/callback/oidc`;
const provider = await startProgram({
  args: ['--import', 'tsx', 'testing/identity-provider.ts', '--port', String(port)],
  env: { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI: redirect },
  readyUrl: `${issuer}/.well-known/openid-configuration`,
});
harness.onStop(provider.stop);
const app = await harness.startApp();

/** A browser without scripts: keeps cookies, follows redirects, and sends the provider's forms. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async visit(url: string, form?: Readonly<Record<string, string>>): Promise<Page> {
    const real = url.startsWith(`${APP_URL}/`) ? `${app.url}${url.slice(APP_URL.length)}` : url;
    const answer = await request(real, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && {
          'content-type': 'application/x-www-form-urlencoded',
          origin: new URL(url).origin,
        }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await answer.body.text();
    const { location } = answer.headers;
    if (typeof location === 'string') return this.visit(new URL(location, url).href);
    return { url, text, status: answer.statusCode };
  }
}

interface Page {
  readonly url: string;
  readonly text: string;
  readonly status: number;
}

/** Signs in through the provider as `email` and returns the page where it ends. */
async function signInThroughProvider(email: string): Promise<Page> {
  const browser = new Browser();
  const { csrfToken } = JSON.parse((await browser.visit(`${APP_URL}/api/auth/csrf`)).text);
  const callbackUrl = `${APP_URL}/console/queries?status=500`;
  let page = await browser.visit(`${APP_URL}/api/auth/signin/oidc`, { csrfToken, callbackUrl });
  for (const fields of [
    { prompt: 'login', login: email, password: 'any' },
    { prompt: 'consent' },
  ]) {
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
    if (action === undefined) throw new Error(`No form at ${page.url}: ${page.text}`);
    page = await browser.visit(new URL(action, page.url).href, fields);
  }
  return page;
}

it('signs in a support user whose address the provider has verified', async () => {
  const { email } = await createTestUserAt(harness.databaseUrl);
  const page = await signInThroughProvider(email.toUpperCase());
  expect(page).toMatchObject({ url: `${APP_URL}/console/queries?status=500`, status: 200 });
  expect(page.text).toContain(email);
});

it('refuses an unknown address, an unverified one, an administrator, and an old sign-in or one to come', async () => {
  const refused = [
    { email: 'nobody@pasarela.example' },
    await createTestUserAt(harness.databaseUrl, 'soporte', 'unverified-'),
    await createTestUserAt(harness.databaseUrl, 'soporte', 'stale-'),
    await createTestUserAt(harness.databaseUrl, 'soporte', 'early-'),
    await createTestUserAt(harness.databaseUrl, 'admin'),
  ];
  for (const { email } of refused) {
    const page = await signInThroughProvider(email);
    expect(new URL(page.url).pathname).toBe('/login');
    // The page holds every text as data; this one is shown.
    expect(page.text).toMatch(/>La cuenta de la organización no sirve para entrar aquí[^<]*</);
  }
});

it('takes an ID token that was signed again with the same claims', async () => {
  const { email } = await createTestUserAt(harness.databaseUrl, 'soporte', 'same-');
  expect((await signInThroughProvider(email)).text).toContain(email);
});

it.each(['audience-', 'issuer-', 'replayed-', 'forged-'])(
  'refuses an ID token with a wrong claim or signature: %s',
  async (prefix) => {
    const { email } = await createTestUserAt(harness.databaseUrl, 'soporte', prefix);
    const page = await signInThroughProvider(email);
    expect(new URL(page.url).pathname).toBe('/login');
    expect(page.text).toMatch(/>La cuenta de la organización no sirve para entrar aquí[^<]*</);
  },
);

it('answers no lookup', async () => {
  const lookup = await request(`${app.url}/catalogos/cui-nit`, { method: 'POST' });
  await lookup.body.dump();
  expect(lookup.statusCode).toBe(404);
  const health = await request(`${app.url}/health`);
  expect(await health.body.json()).toMatchObject({
    status: 'ok',
    deployment: 'development',
    database: 'ok',
    ledger: 'ok',
    audit: 'ok',
    pages: 'ready',
  });
});
