import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { may } from '@/lib/permissions';
import es from '@/messages/es.json' with { type: 'json' };
import { everything } from '@/testing/scope';
import { expectAccessible, expectLooks } from './accessible';
import { expect, type Office, open, type Person, signIn, test } from './fixtures';
import { pagesOfApp } from './matrix';
import {
  addressOf,
  DOCUMENTATION,
  narrowedAddressOf,
  PAGES,
  type PageCase,
  type World,
} from './pages';

const HEIGHT = 800;
/** What a page may send of script, compressed as it is sent. */
const SCRIPT_LIMIT_BYTES = 250_000;

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Each theme and each width once: light by every rule of axe, dark by the rules that looks break. */
const TWO_LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1280 },
];
const LOOKS: readonly Look[] = everything
  ? [...TWO_LOOKS, { colorScheme: 'light', width: 1280 }, { colorScheme: 'dark', width: 360 }]
  : TWO_LOOKS;

test('every page of the app stands in the table', () => {
  expect([...Object.keys(PAGES), ...DOCUMENTATION].sort()).toEqual(pagesOfApp());
});

async function expectFit(page: Page, what: string, looks: readonly Look[]): Promise<void> {
  for (const look of looks) {
    const { colorScheme, width } = look;
    await wear(page, look);
    await test.step(`${what}, ${colorScheme}, ${width} px`, () =>
      colorScheme === 'light' ? expectAccessible(page) : expectLooks(page));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${what} fits ${width} px`).toBeLessThanOrEqual(0);
  }
}

async function wear(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const themed = page.locator('html[data-mantine-color-scheme]');
  if ((await themed.count()) > 0) {
    await expect(themed).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

async function arrive(page: Page, office: Office, { access }: PageCase): Promise<World> {
  const person = await office.person('admin');
  if (access !== 'anybody') await signIn(page, person);
  const integration = await office.integration();
  const colleague = await office.person('soporte');
  const query = await office.query(integration);
  return { office, person, colleague, nombre: integration.nombre, query };
}

/** Bytes of script that come with a page, as they are sent. */
async function scriptOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(
      response
        .request()
        .sizes()
        .then((sent) => sent.responseBodySize),
    );
  });
  await open(page, path);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

for (const [name, entry] of Object.entries(PAGES)) {
  test.describe(`the page ${name}`, () => {
    test.use({ reducedMotion: 'reduce', viewport: { width: 1280, height: HEIGHT } });

    test('is light, accessible, fits, and is not kept', async ({ page, office }) => {
      const world = await arrive(page, office, entry);
      const path = narrowedAddressOf(name, world);
      const answered = page.waitForResponse((response) => response.url().endsWith(path));
      expect(await scriptOf(page, path)).toBeLessThanOrEqual(SCRIPT_LIMIT_BYTES);
      if (path !== '/') {
        const headers = (await answered).headers();
        expect(headers['cache-control']).toContain('no-store');
        expect(headers['content-security-policy']).toMatch(/'nonce-[^']+'.*frame-ancestors 'none'/);
      }
      await expectFit(page, name, LOOKS);
    });

    if (!everything) return;

    for (const state of entry.states ?? []) {
      test(`is accessible and fits as ${state}`, async ({ page, office }) => {
        const world = await arrive(page, office, entry);
        await open(page, `${addressOf(name, world)}${state}`);
        await expectFit(page, state, TWO_LOOKS);
      });
    }

    for (const [what, opens] of Object.entries(entry.opens ?? {})) {
      test(`is accessible and fits with ${what}`, async ({ page, office }) => {
        const world = await arrive(page, office, entry);
        await wear(page, { colorScheme: 'light', width: 360 });
        await open(page, narrowedAddressOf(name, world));
        await opens(page, world);
        await expectFit(page, what, TWO_LOOKS);
      });
    }

    test('speaks both languages, and to support as far as it may', async ({ page, office }) => {
      const support = await office.person('soporte');
      const administrator = await office.person('admin');
      const integration = await office.integration();
      const query = await office.query(integration);
      const world = { nombre: integration.nombre, query, colleague: support };
      const path = narrowedAddressOf(name, world);
      await visit(page, path, entry, { office, person: administrator, locale: 'en' });
      await expectHeading(page, entry.heading[1]);
      await visit(page, path, entry, { office, person: support, locale: 'es' });
      const { access } = entry;
      const refused = access !== 'anybody' && access !== 'user' && !may('soporte', access);
      await expectHeading(page, refused ? es.messages.forbidden.title : entry.heading[0]);
      if (!refused) await expectFit(page, `${name} for support`, TWO_LOOKS.slice(0, 1));
    });
  });
}

interface Visit {
  readonly office: Office;
  readonly person: Person;
  readonly locale: 'es' | 'en';
}

/** As somebody who chose a language; before signing in, the browser remembers it. */
async function visit(
  page: Page,
  path: string,
  { access }: PageCase,
  { office, person, locale }: Visit,
): Promise<void> {
  await page.context().clearCookies();
  await page
    .context()
    .addCookies([{ name: 'pasarela-locale', value: locale, url: environment().serverUrl }]);
  await office.db.update(users).set({ locale }).where(eq(users.email, person.email));
  if (access !== 'anybody') await signIn(page, person);
  await open(page, path);
}

/** A text that is missing shows as its key: `users.title`. */
const KEY = new RegExp(`\\b(${Object.keys(es).join('|')})\\.[a-z]+[A-Za-z.]*\\b`);

async function expectHeading(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(page.locator('body')).not.toContainText(KEY);
}

test('language and theme are kept with the account', async ({ page, office }) => {
  const person = await office.person('soporte');
  await signIn(page, person);
  await open(page, '/console/account');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.waitForLoadState('networkidle');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, person);
  await open(page, '/console/integrations');
  await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the sign-in page can be turned to English', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
