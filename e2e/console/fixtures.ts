import { randomBytes } from 'node:crypto';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { connectDatabase, type Database } from '@/db/client';
import { environment } from '@/e2e/environment';
import { freshAddress } from '@/e2e/gateway/entry-point';
import { lookupFacts } from '@/lib/contract/lookups';
import type { Role } from '@/lib/permissions';
import { createUser } from '@/lib/users/create';
import { wellKnown } from '@/simulator/well-known';
import {
  act,
  createTestIntegration,
  type TestIntegration,
  type TestIntegrationOptions,
} from '@/testing/integration';
import { newestRecords } from '@/testing/records';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** What a test needs besides the browser: people and integrations that no other test knows. */
export class Office {
  constructor(readonly db: Database) {}

  async person(role: Role): Promise<Person> {
    const email = `${role}-${randomBytes(6).toString('hex')}@pasarela.example`;
    const password = randomBytes(12).toString('base64url');
    await act(this.db, createUser, { email, role, password });
    return { email, password };
  }

  integration(options?: TestIntegrationOptions): Promise<TestIntegration> {
    return createTestIntegration(environment().databaseUrl, options);
  }

  /** The id of a query that this integration made just now, and that was answered. */
  async query({ id, nombre, token }: TestIntegration): Promise<string> {
    await fetch(`${environment().serverUrl}${lookupFacts['cui-nit'].path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': freshAddress(),
        'x-integracion-login': nombre,
        'x-integracion-token': token,
      },
      body: JSON.stringify({ nit: wellKnown.individual.nit }),
    });
    const [record] = await newestRecords(this.db, id, 1);
    if (record === undefined) throw new Error(`No record of ${nombre}.`);
    return record.id;
  }
}

interface Fixtures {
  readonly office: Office;
  /** The browser said nothing: no error, no warning, no exception. */
  readonly silence: undefined;
}

/**
 * What the browser notes although nothing is wrong: an answer that is not 200, which many stories
 * want, and a style sheet preloaded for the next page that a busy machine has not shown yet.
 */
const EXPECTED =
  /^Failed to load resource: the server responded with a status of 40[0-9]|\.css was preloaded using/;

export const test = base.extend<Fixtures, { db: Database }>({
  baseURL: ({ browserName: _unused }, use) => use(environment().serverUrl),
  locale: 'es-GT',
  extraHTTPHeaders: ({ browserName: _unused }, use) => use({ 'x-forwarded-for': freshAddress() }),
  db: [
    async ({ browserName: _unused }, use) => {
      const db = connectDatabase(environment().databaseUrl, { max: 2 });
      await use(db);
      await db.$client.end({ timeout: 5 });
    },
    { scope: 'worker' },
  ],
  office: ({ db }, use) => use(new Office(db)),
  silence: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on('console', (message) => {
        const loud = ['error', 'warning'].includes(message.type());
        if (loud && !EXPECTED.test(message.text())) said.push(message.text());
      });
      context.on('weberror', (error) => said.push(String(error.error())));
      await use(undefined);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs in as the page's form does, without drawing it. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await signInBy(page.request, person);
}

export async function signInBy(
  request: APIRequestContext,
  { email, password }: Person,
): Promise<void> {
  const csrf = await request.get('/api/auth/csrf');
  const { csrfToken } = await csrf.json();
  const answer = await request.post('/api/auth/callback/credentials', {
    form: { email, password, csrfToken, json: 'true' },
  });
  expect(answer.status()).toBe(200);
}

/** Waits until the scripts of the page answer, so that nothing typed is lost to them. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}
