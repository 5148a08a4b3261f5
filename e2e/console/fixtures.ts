import { randomBytes } from 'node:crypto';
import type {
  APIRequestContext,
  BrowserContext,
  ConsoleMessage,
  Page,
  Response as PageResponse,
  WebError,
} from '@playwright/test';
import { sql } from 'drizzle-orm';
import { connectDatabase, type Database } from '@/db/client';
import { environment } from '@/e2e/environment';
import { test as base, expect } from '@/e2e/gateway/fixtures';
import type { PlaceRole, StaffRole } from '@/lib/access/permissions';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { createUser } from '@/lib/users/create';
import { wellKnown } from '@/simulator/well-known';
import { freshAddress } from '@/testing/address';
import { startApp, type Variables } from '@/testing/app';
import {
  act,
  createTestIntegration,
  type TestIntegration,
  type TestIntegrationOptions,
} from '@/testing/integration';
import { createTestDatabase, migrateTestDatabase } from '@/testing/postgres';
import { randomLetters } from '@/testing/random';
import { newestRecords } from '@/testing/records';
import { type Credentials, credentials } from '@/testing/requests';
import { createPlaceUser, TEST_PASSWORD } from '@/testing/users';

export interface Person {
  readonly email: string;
  readonly password: string;
}

interface SharedSession {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  readonly until: number;
}

/** Well below the minutes after which the console asks for the password again. */
const SESSION_SHARED_MS = 5 * 60_000;

/** Integrations and people that no other test knows, and sessions that tests share. */
export class Setup {
  readonly #sessions = new Map<StaffRole, SharedSession>();

  constructor(readonly db: Database) {}

  async person(role: StaffRole, { mustChangePassword = false } = {}): Promise<Person> {
    const email = `${role}-${randomLetters()}@pasarela.example`;
    const password = randomBytes(12).toString('base64url');
    await act(this.db, createUser, { email, role, password, mustChangePassword });
    return { email, password };
  }

  /** Somebody of an integration. */
  async placePerson(role: PlaceRole, integrationId: number): Promise<Person> {
    const { email } = await createPlaceUser(this.db, role, integrationId, `${role}-`);
    return { email, password: TEST_PASSWORD };
  }

  integration(options?: TestIntegrationOptions): Promise<TestIntegration> {
    return createTestIntegration(environment().databaseUrl, options);
  }

  /** Asks for somebody as this integration. */
  ask(as: Credentials, lookup: Lookup = 'cui-nit'): Promise<Response> {
    return fetch(`${environment().serverUrl}${lookupFacts[lookup].path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': freshAddress(),
        ...credentials(as),
      },
      body: JSON.stringify({ nit: wellKnown.individual.nit }),
    });
  }

  /** Returns the id of a query that this integration made just now, and that was answered. */
  async query(integration: TestIntegration): Promise<string> {
    await this.ask(integration);
    const [record] = await newestRecords(this.db, integration.id, 1);
    if (record === undefined) throw new Error(`No record of ${integration.nombre}.`);
    return record.id;
  }

  /** Opens a page as {@link enter} does. */
  async open(page: Page, role: StaffRole, path: string): Promise<PageResponse | null> {
    await this.enter(page, role);
    return open(page, path);
  }

  /** Signs in as somebody of this role, whose session other tests use too. */
  async enter(page: Page, role: StaffRole): Promise<void> {
    const session = this.#sessions.get(role);
    // Signing in ends the browser's session, which other tests may still use.
    await page.context().clearCookies();
    if (session !== undefined && Date.now() < session.until) {
      await page.context().addCookies(session.cookies);
    } else {
      await signIn(page, await this.person(role));
      const cookies = await page.context().cookies();
      this.#sessions.set(role, { cookies, until: Date.now() + SESSION_SHARED_MS });
    }
  }

  /** Makes the console ask this person for the password again. */
  async ageReauthentication({ email }: Person): Promise<void> {
    await this.db.execute(sql`UPDATE console_sessions SET proven_at = proven_at - interval '1 hour'
      WHERE user_id = (SELECT id FROM users WHERE email = ${email})`);
  }
}

interface Fixtures {
  /** Fails the test when the browser logs an error, a warning or an exception. */
  readonly silence: undefined;
}

interface WorkerFixtures {
  readonly setup: Setup;
  /**
   * Used by one test after another: the browser opens a window once, and fetches and compiles each
   * script once. After a test it is blank and nothing is stored.
   */
  readonly sharedPage: Page;
}

const BROWSER = { locale: 'es-GT', reducedMotion: 'reduce' } as const;
const VIEWPORT = { width: 1280, height: 720 };

/**
 * Messages that the browser logs without an error: an answer that is not 200, which many tests
 * cause, and a style sheet preloaded for the next page that a busy machine has not shown yet.
 */
const EXPECTED =
  /^Failed to load resource: the server responded with a status of 40[0-9]|\.css was preloaded using/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  ...BROWSER,
  baseURL: ({ browserName: _unused }, use) => use(environment().serverUrl),
  extraHTTPHeaders: ({ browserName: _unused }, use) => use({ 'x-forwarded-for': freshAddress() }),
  setup: [({ db }, use) => use(new Setup(db)), { scope: 'worker' }],
  sharedPage: [
    async ({ browser }, use) => {
      const { serverUrl: baseURL } = environment();
      const context = await browser.newContext({ ...BROWSER, viewport: VIEWPORT, baseURL });
      // The time limit of the test is enough.
      context.setDefaultTimeout(0);
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ sharedPage }, use) => {
    const context = sharedPage.context();
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': freshAddress() });
    await use(context);
    const others = context.pages().filter((page) => page !== sharedPage);
    await Promise.all(others.map((page) => page.close()));
    await sharedPage.unrouteAll({ behavior: 'ignoreErrors' });
    await sharedPage.goto('about:blank');
    await sharedPage.mouse.move(0, 0);
    await sharedPage.setViewportSize(VIEWPORT);
    await sharedPage.emulateMedia({ media: null, colorScheme: 'light' });
    await context.clearPermissions();
    await context.setStorageState({ cookies: [], origins: [] });
  },
  page: ({ sharedPage, context: _prepared }, use) => use(sharedPage),
  silence: [
    async ({ context }, use) => {
      const logged: string[] = [];
      const note = (message: ConsoleMessage) => {
        const loud = ['error', 'warning'].includes(message.type());
        if (loud && !EXPECTED.test(message.text())) logged.push(message.text());
      };
      const noteError = (error: WebError) => logged.push(String(error.error()));
      context.on('console', note).on('weberror', noteError);
      await use(undefined);
      context.off('console', note).off('weberror', noteError);
      expect(logged).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs in as the page's form does, without drawing it. */
export async function signIn(page: Page, person: Person, origin = ''): Promise<void> {
  await signInBy(page.request, person, origin);
}

export async function signInBy(
  request: APIRequestContext,
  { email, password }: Person,
  origin = '',
): Promise<void> {
  const csrf = await request.get(`${origin}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const answer = await request.post(`${origin}/api/auth/callback/credentials`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: { email, password, csrfToken, json: 'true' },
  });
  expect(answer.status()).toBe(200);
}

interface Deployment {
  readonly db: Database;
  /** Address of the database. */
  readonly url: string;
  readonly origin: string;
}

/** Runs steps on a deployment that no other test asks, signed in as its administrator. */
export async function withDeployment(
  page: Page,
  variables: Variables,
  run: (deployment: Deployment) => Promise<void>,
): Promise<void> {
  test.setTimeout(120_000);
  const { databaseUrl, variables: common } = environment();
  const url = await createTestDatabase(databaseUrl, `own_${randomLetters()}`);
  await migrateTestDatabase(url);
  const db = connectDatabase(url, { max: 1 });
  const app = await startApp('next', { ...common, DATABASE_URL: url, ...variables });
  try {
    const person = { email: 'own@pasarela.example', password: TEST_PASSWORD };
    await act(db, createUser, { ...person, role: 'admin', mustChangePassword: false });
    await signIn(page, person, app.url);
    await run({ db, url, origin: app.url });
  } finally {
    await page.goto('about:blank');
    await app.stop();
    await db.$client.end({ timeout: 5 });
  }
}

/** Opens a page and waits until its scripts answer, so that nothing typed is lost. */
export async function open(page: Page, path: string): Promise<PageResponse | null> {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Waits until the scripts of the page answer, after a reload or before leaving it at once. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(becomeHydrated);
}

/**
 * Runs in the page: waits until React has taken over every control, and then until it has nothing
 * left to do. A page without a root of React's is ready as it comes.
 */
async function becomeHydrated(): Promise<void> {
  const isReact = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  // A hidden field measures how high a text area must be.
  const selector = ':is(a, button, input, select, textarea):not([aria-hidden=true])';
  const controls = () => [...document.querySelectorAll(selector)];
  // React moves a streamed part to its place up to 300 ms later; until then a text may stand twice.
  const isStreamed = () => document.querySelector('[hidden][id^="S:"]') !== null;
  // Not at every frame: looking takes the processor from the scripts that are waited for.
  while (isStreamed() || !controls().every(isReact))
    await new Promise((resolve) => setTimeout(resolve, 50));
  // After a key the browser may see no idle time at all.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
}
