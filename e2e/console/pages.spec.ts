import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, open, signIn, test } from './fixtures';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  expect(found, page.url()).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${page.url()} fits the width`).toBeLessThanOrEqual(0);
}

/** One after the other, each from where the one before left the page. */
function openings(page: Page): readonly (() => Promise<void>)[] {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  return [
    async () => {
      await button('Suspender').click();
      await expect(dialog('Suspender la integración')).toBeVisible();
    },
    async () => {
      await page.keyboard.press('Escape');
      await button('Rotar token').click();
      await expect(dialog('Rotar el token')).toBeVisible();
    },
    async () => {
      await dialog('Rotar el token').getByRole('button', { name: 'Rotar token' }).click();
      await expect(dialog('Token nuevo')).toBeVisible();
    },
    async () => {
      await page.keyboard.press('Escape');
      await expect(dialog('Token nuevo').getByText('Cerrar sin copiar')).toBeVisible();
    },
    async () => {
      await page.keyboard.press('Escape');
      await button('Terminar el anterior ya').click();
      await expect(dialog('Terminar el token anterior')).toBeVisible();
    },
    async () => {
      await page.keyboard.press('Escape');
      await page.getByLabel('Correo electrónico').fill('no es un correo');
      await page
        .getByLabel('Notas')
        .fill(`${'Una línea de notas.\n'.repeat(40)}${'w'.repeat(400)}`);
      await button('Guardar').click();
      await expect(page.getByText('El correo electrónico no es válido.')).toBeVisible();
    },
    async () => {
      await page.getByRole('link', { name: 'Saldo', exact: true }).click();
      await expect(dialog('¿Salir de esta página?')).toBeVisible();
    },
  ];
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test.describe(`every page at ${width} px, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('is accessible, fits, and answers no-store under a policy with a nonce', async ({
        page,
        office,
      }) => {
        test.setTimeout(180_000);
        const { nombre } = await office.integration();
        await open(page, '/login');
        await expectAccessible(page);
        await open(page, '/invite/not-a-code');
        await expectAccessible(page);
        await signIn(page, await office.person('admin'));
        for (const path of [
          '/console/integrations',
          '/console/integrations?q=no-such-name',
          `/console/integrations/${nombre}`,
          `/console/integrations/${nombre}/balance`,
          '/console/new-integration',
          '/console/users',
          '/console/audit',
          '/console/account',
          '/console/not-a-page',
        ]) {
          const [answer] = await Promise.all([
            page.waitForResponse((response) => response.url().endsWith(path)),
            open(page, path),
          ]);
          const headers = answer.headers();
          expect(headers['cache-control']).toContain('no-store');
          expect(headers['content-security-policy']).toMatch(
            /'nonce-[^']+'.*frame-ancestors 'none'/,
          );
          await expectAccessible(page);
        }
      });

      test('so is what opens on the page of an integration', async ({ page, office }) => {
        const { nombre } = await office.integration();
        await signIn(page, await office.person('admin'));
        await open(page, `/console/integrations/${nombre}`);
        for (const opened of openings(page)) {
          await opened();
          await expectAccessible(page);
        }
      });

      test('so is the form for a new integration, refused and done', async ({ page, office }) => {
        await signIn(page, await office.person('admin'));
        await open(page, '/console/new-integration');
        const name = page.getByRole('textbox', { name: 'Nombre' });
        await name.fill('ñ'.repeat(65));
        await page.getByRole('button', { name: 'Crear integración' }).click();
        await expect(page.getByText('(no se cumple)')).toHaveCount(2);
        await expectAccessible(page);
        await name.fill(`largo-${randomBytes(29).toString('hex')}`);
        await page.getByRole('button', { name: 'Crear integración' }).click();
        await expect(page.getByRole('button', { name: 'Copiar token' })).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
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

test('every page speaks English when it is asked to', async ({ page, office }) => {
  await open(page, '/login');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const person = await office.person('admin');
  await signIn(page, person);
  await open(page, '/console/account');
  await page.getByText('English', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  const { nombre } = await office.integration();
  for (const [path, heading] of [
    ['/console/integrations', 'Integrations'],
    [`/console/integrations/${nombre}`, 'Tokens'],
    [`/console/integrations/${nombre}/balance`, 'Ledger'],
    ['/console/new-integration', 'Create integration'],
    ['/console/users', 'Users'],
    ['/console/audit', 'Audit log'],
    ['/console/not-a-page', 'This page was not found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
});
