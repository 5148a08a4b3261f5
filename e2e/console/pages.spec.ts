import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { may } from '@/lib/access/permissions';
import es from '@/messages/es.json' with { type: 'json' };
import { pagesOfApp } from '@/testing/reachable';
import { everything } from '@/testing/scope';
import { expectFit, FIRST_LOOK, LOOKS, look, setLook, TWO_LOOKS } from './accessible';
import { expect, open, type Person, type Setup, signIn, test } from './fixtures';
import {
  addressOf,
  DOCUMENTATION,
  narrowedAddressOf,
  PAGES,
  type PageCase,
  type Subjects,
} from './pages';

/** Pages that the front process keeps: a nonce would have to differ in each answer. */
const KEPT = ['/estado', '/verificar'];

/** Limit on the compressed script of a page. */
const SCRIPT_LIMIT_BYTES = 250_000;

test('every page of the app stands in the table', () => {
  expect([...Object.keys(PAGES), ...DOCUMENTATION].sort()).toEqual(pagesOfApp());
});

async function makeSubjects(setup: Setup): Promise<Subjects> {
  const integration = await setup.integration();
  return {
    nombre: integration.nombre,
    query: await setup.query(integration),
    colleague: await setup.person('soporte'),
    own: await setup.placePerson('gestor', integration.id),
  };
}

/** Made once in each worker: these tests change nothing. */
let shared: Promise<Subjects> | undefined;

/** Bytes of script that came with the page, as they were sent. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

for (const [name, entry] of Object.entries(PAGES)) {
  const { access } = entry;

  test.describe(`the page ${name}`, () => {
    test('is light, accessible, fits, and is not cached', async ({ page, setup }) => {
      shared ??= makeSubjects(setup);
      const path = narrowedAddressOf(name, await shared);
      const answer = await openAs(page, setup, { access, path, own: (await shared).own });
      expect(await scriptBytes(page)).toBeLessThanOrEqual(SCRIPT_LIMIT_BYTES);
      if (KEPT.includes(path)) await expect(page).toHaveTitle(/. · Pasarela$/);
      else if (path !== '/') {
        const headers = answer?.headers() ?? {};
        expect(headers['cache-control']).toContain('no-store');
        expect(headers['content-security-policy']).toMatch(/'nonce-[^']+'.*frame-ancestors 'none'/);
        await expect(page).toHaveTitle(/. · Pasarela$/);
      }
      await expectFit(page, LOOKS);
    });

    if (!everything) return;

    for (const state of entry.states ?? []) {
      test(`is accessible and fits as ${state}`, async ({ page, setup }) => {
        shared ??= makeSubjects(setup);
        const path = `${addressOf(name, await shared)}${state}`;
        await openAs(page, setup, { access, path, own: (await shared).own });
        await expectFit(page, TWO_LOOKS);
      });
    }

    test('speaks both languages, and to support as far as it may', async ({ page, setup }) => {
      shared ??= makeSubjects(setup);
      const subjects = await shared;
      const path = narrowedAddressOf(name, subjects);
      const place = name.startsWith('/integracion');
      const person = place ? subjects.own : await setup.person('admin');
      await visit(page, path, entry, { setup, person, locale: 'en' });
      await expectHeading(page, entry.heading[1]);
      await visit(page, path, entry, {
        setup,
        person: place ? person : subjects.colleague,
        locale: 'es',
      });
      const open = place || access === 'anybody' || access === 'session' || access === 'user';
      const refused = !open && !may('soporte', access);
      await expectHeading(page, refused ? es.messages.forbidden.title : entry.heading[0]);
      if (!refused) await expectFit(page, [FIRST_LOOK]);
    });
  });
}

interface Opened {
  readonly access: PageCase['access'];
  readonly path: string;
  /** Somebody of the integration of the page. */
  readonly own: Person;
}

/** Opens a page as somebody who may. */
async function openAs(page: Page, setup: Setup, { access, path, own }: Opened) {
  if (access === 'anybody') return open(page, path);
  if (!path.startsWith('/integracion')) return setup.open(page, 'admin', path);
  await page.context().clearCookies();
  await signIn(page, own);
  return open(page, path);
}

interface Visit {
  readonly setup: Setup;
  readonly person: Person;
  readonly locale: 'es' | 'en';
}

/** Opens a page as somebody who chose a language. The browser remembers it before signing in. */
async function visit(
  page: Page,
  path: string,
  { access }: PageCase,
  { setup, person, locale }: Visit,
): Promise<void> {
  await page.context().clearCookies();
  await page
    .context()
    .addCookies([{ name: 'pasarela-locale', value: locale, url: environment().serverUrl }]);
  await setup.db.update(users).set({ locale }).where(eq(users.email, person.email));
  if (access !== 'anybody') await signIn(page, person);
  await open(page, path);
}

/** A text that is missing shows as its key: `users.title`. */
const KEY = new RegExp(`\\b(${Object.keys(es).join('|')})\\.[a-z]+[A-Za-z.]*\\b`);

async function expectHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(KEY);
}

test('language and theme are stored with the account', async ({ page, setup }) => {
  const person = await setup.person('soporte');
  await signIn(page, person);
  await open(page, '/console/account');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(() => themeOf(setup, person)).toBe('dark');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person);
  await open(page, '/console/integrations');
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

async function themeOf({ db }: Setup, { email }: Person): Promise<string | undefined> {
  const [user] = await db.select({ theme: users.theme }).from(users).where(eq(users.email, email));
  return user?.theme;
}

test('a narrow screen has its navigation behind a button', async ({ page, setup }) => {
  await setLook(page, FIRST_LOOK);
  await setup.open(page, 'admin', '/console/account');
  await page.getByRole('button', { name: 'Menú' }).click();
  await expect(page.getByRole('link', { name: 'Bitácora' })).toBeInViewport();
  await look(page);
});

test('a phone shows the whole button that ends another session', async ({ page, setup }) => {
  const person = await setup.person('soporte');
  for (const _session of [1, 2]) {
    await page.context().clearCookies();
    await signIn(page, person);
  }
  await open(page, '/console/account');
  await expect(page.getByRole('button', { name: /^Cerrar la sesión/ })).toHaveCount(1);
  await expectFit(page, [FIRST_LOOK]);
});

test('the sign-in page can be changed to English', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('an unknown address answers in its language without scripts', async ({ request }) => {
  for (const [lang, tag, title] of [
    ['es', 'es-GT', 'Esta página no existe'],
    ['en', 'en', 'This page does not exist'],
  ] as const) {
    const answer = await request.get(`/no-such/page?lang=${lang}`);
    expect(answer.status()).toBe(404);
    const html = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '');
    expect(html).toMatch(new RegExp(`<html lang="${tag}"`));
    expect(html).toContain(`<h1>${title}</h1>`);
  }
});

test('a missing page of the console says so without scripts, in its place', async ({
  page,
  setup,
}) => {
  const unknown = randomUUID();
  const { id } = await setup.integration();
  const person = await setup.placePerson('integrador', id);
  for (const [path, title] of [
    ['/console/no-such-page', 'No encontramos esta página'],
    ['/console/integrations/no-such-name/balance', 'No encontramos esta página'],
    [`/console/queries/${unknown}`, 'No encontramos esta consulta'],
    [`/integracion/consultas/${unknown}`, 'No encontramos esta consulta'],
  ] as const) {
    // Signing in would end the shared session.
    await page.context().clearCookies();
    await (path.startsWith('/console') ? setup.enter(page, 'soporte') : signIn(page, person));
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(404);
    const html = (await answer.text()).replaceAll(/<script.*?<\/script>/gs, '');
    expect(html).toMatch(/<html lang="es-GT"/);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(html).toContain('</nav>');
    await open(page, path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test('the front page shows its deployment, a first request, and how the service is', async ({
  page,
}) => {
  await open(page, '/');
  await expect(page.getByText('Desarrollo', { exact: true })).toBeVisible();
  const first = page.getByRole('region', { name: 'Su primera consulta' });
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(first).toContainText(`${environment().serverUrl}/catalogos/cui-nit`);
  await page.getByRole('link', { name: 'Estado del servicio' }).click();
  await expect(page.getByRole('heading', { name: 'Estado del servicio' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '/renap/buscar-cui' })).toBeVisible();
});
