import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { connectSql } from '@/db/client';
import { environment } from '@/e2e/environment';
import { freshAddress } from '@/testing/address';
import { plantRecords, recordOf } from '@/testing/records';
import { credentials } from '@/testing/requests';
import { expectAccessible } from './accessible';
import { expect, open, signIn, test } from './fixtures';

/** Looks of a page and its focus: contrast, rows, typeface, dialogs. */

test('a dialog gives the focus back, also to the button of a menu', async ({ page, setup }) => {
  const { email } = await setup.person('soporte');
  await setup.open(page, 'admin', `/console/users?q=${email}`);
  const button = page.getByRole('button', { name: `Acciones sobre ${email}` });
  for (const close of ['Escape', 'Cancelar']) {
    await button.press('Enter');
    await page.getByRole('menuitem', { name: 'Deshabilitar' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    if (close === 'Escape') await page.keyboard.press(close);
    else await dialog.getByRole('button', { name: close }).click();
    await expect(button).toBeFocused();
  }
});

const ringOf = (place: Locator) =>
  place.evaluate((element) => {
    // The field of a switch is invisible, and that of a password has no border.
    const frame = element.matches('[type=password]')
      ? element.parentElement
      : element.role === 'switch' && element.nextElementSibling;
    const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(frame || element);
    return [outlineWidth, outlineStyle, outlineColor].join(' ');
  });

test('every focused element has the same ring', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  const main = page.getByRole('main');
  const rings = [];
  for (const place of [
    page.getByRole('link', { name: 'Estadísticas' }),
    main.getByRole('link', { name: 'Saldo', exact: true }),
    main.getByRole('button', { name: 'Recargar' }),
    main.getByRole('switch').first(),
    main.getByRole('textbox', { name: 'Notas' }),
    main.getByRole('region', { name: 'Tokens' }),
  ]) {
    await place.focus();
    await page.keyboard.press('Shift');
    rings.push(await ringOf(place));
  }
  await open(page, '/console/account');
  await page.keyboard.press('Tab');
  const password = page.getByRole('textbox', { name: 'Contraseña actual' });
  await password.focus();
  rings.push(await ringOf(password));
  expect(new Set(rings)).toEqual(new Set(['2px solid rgb(31, 91, 184)']));
});

test('the title of an alert can be read', async ({ page, setup }) => {
  const integration = await setup.integration();
  await setup.db.execute(sql`UPDATE integrations SET suspended_at = now()
    WHERE id = ${integration.id}`);
  await setup.open(page, 'admin', `/console/integrations/${integration.nombre}`);
  const alert = page.getByRole('alert').first();
  const colour = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color);
  expect(await colour(alert.locator('.mantine-Alert-title'))).toBe(
    await colour(page.locator('body')),
  );
  await expectAccessible(page, ['main']);
});

/** Requests that left for another host. */
function foreignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin) foreign.push(origin);
  });
  return foreign;
}

test('the typeface comes from this host and moves nothing', async ({ page, setup }) => {
  await setup.open(page, 'admin', '/console/integrations');
  const foreign = foreignRequests(page);
  for (const path of ['/console/integrations', '/docs', '/']) {
    await open(page, path);
    const { family, shift } = await page.evaluate(async () => {
      await document.fonts.ready;
      const [face] = [...document.fonts].filter(({ status }) => status === 'loaded');
      const shifts = new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          resolve(
            list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 300);
      });
      return { family: face?.family, shift: await shifts };
    });
    expect(family, path).toBe('typeface');
    expect(shift, path).toBeLessThan(0.01);
  }
  expect(foreign).toEqual([]);
});

test('rows are 32 to 36 pixels high, or higher for those who choose so', async ({
  page,
  setup,
}) => {
  const integration = await setup.integration();
  await setup.query(integration);
  const person = await setup.person('soporte');
  await signIn(page, person);
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = page
    .getByRole('region', { name: 'Consultas', exact: true })
    .locator('tbody tr')
    .first();
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await open(page, '/console/queries');
  await expect(row).toBeInViewport({ ratio: 1 });
  expect(await height()).toBeGreaterThanOrEqual(32);
  expect(await height()).toBeLessThanOrEqual(36);
  await open(page, '/console/account');
  await page.getByRole('switch', { name: 'Filas más altas en las tablas' }).press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-comfortable', 'true');
  await open(page, '/console/queries');
  expect(await height()).toBeGreaterThanOrEqual(42);
});

test('a narrow table keeps its first column and says that others are hidden', async ({
  page,
  setup,
}) => {
  const { email } = await setup.person('soporte');
  await setup.open(page, 'admin', `/console/users?q=${email}`);
  const hint = page.getByText('Deslice la tabla para ver más columnas');
  const frame = page.getByRole('region', { name: 'Usuarios' });
  for (const [width, shown] of [
    [1440, false],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect((await hint.boundingBox())?.height).toBe(shown ? 20 : 0);
  }
  await frame.evaluate((element) => element.scrollTo({ left: 400 }));
  await expect(frame.getByRole('rowheader')).toBeInViewport({ ratio: 1 });
  const count = page.getByRole('status').filter({ hasText: 'resultado' });
  await expect(count).toHaveText('1 resultado');
  await page.getByRole('searchbox').fill('no-such-user');
  await expect(count).toHaveText('Sin resultados');
});

test('a phone shows the first row of each list whole in its first screen', async ({
  browser,
  setup,
}) => {
  const integration = await setup.integration({ tarifa: 5_000n });
  const { nombre } = integration;
  const query = await setup.query(integration);
  await fetch(`${environment().serverUrl}/catalogos/cui-nit`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), ...credentials(integration) },
  });
  const context = await browser.newContext({
    baseURL: environment().serverUrl,
    locale: 'es-GT',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signIn(page, await setup.person('soporte'));
  for (const [path, label, words, title] of [
    [`/console/queries?integration=${nombre}`, 'Consultas', ['CUI y NIT', 'Q 0.50'], 'Cobro'],
    [`/console/refusals?integration=${nombre}`, 'Rechazos', ['CUI y NIT', '400'], 'Veces'],
    [`/console/integrations?q=${nombre}`, 'Integraciones', [nombre, 'Activa'], 'Disponible'],
  ] as const) {
    const row = page
      .getByRole('region', { name: label })
      .locator('tbody tr:not(.group-row)')
      .first();
    // Refusals are written every few seconds.
    await expect(async () => {
      await open(page, path);
      for (const word of words) {
        await expect(row.getByText(word).first()).toBeInViewport({ ratio: 1, timeout: 1_000 });
      }
    }, path).toPass();
    await expect(row.locator(`[data-label^="${title}"]`)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
  await open(page, '/console/queries');
  const status = page.getByLabel('Estado', { exact: true });
  await expect(status).toBeHidden();
  await page.getByRole('button', { name: 'Filtros' }).tap();
  await expect(status).toBeVisible();
  await expect(page.getByText('Con el teclado')).toBeHidden();
  await open(page, `/console/queries/${query}`);
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
  await context.close();
});

test('the list of an integration shows every column on a tablet', async ({ page, setup }) => {
  const integration = await setup.integration();
  await setup.query(integration);
  await page.setViewportSize({ width: 1024, height: 800 });
  await setup.open(page, 'soporte', `/console/integrations/${integration.nombre}/queries`);
  const list = page.getByRole('region', { name: 'Consultas', exact: true });
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the page of an integration has two columns, and no long way beside a blank', async ({
  page,
  setup,
}) => {
  const { nombre } = await setup.integration();
  await page.setViewportSize({ width: 1440, height: 900 });
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  const box = async (name: string) =>
    await page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name }) })
      .boundingBox();
  const [lookups, tokens] = [await box('Consultas habilitadas'), await box('Tokens')];
  expect(tokens?.x).toBeGreaterThan((lookups?.x ?? 0) + (lookups?.width ?? 0));
  await page.setViewportSize({ width: 1024, height: 900 });
  expect((await box('Tokens'))?.x).toBe((await box('Consultas habilitadas'))?.x);
});

test('the wall display fills one screen', async ({ page, setup }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await setup.open(page, 'soporte', '/console?wall=1');
  await expect(page.getByRole('heading', { name: 'Por tipo de consulta' })).toBeInViewport();
  for (const name of ['Estado', 'Rechazos antes de la fuente', 'Saldo por agotarse']) {
    await expect(page.getByRole('heading', { name })).toBeInViewport({ ratio: 1 });
  }
  const size = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [scrollWidth, scrollHeight];
  });
  expect(size).toEqual([1920, 1080]);
});

/** Plants records that cost nothing, so that the ledger needs no entries. */
async function plantFreeRecords(integrationId: number, count: number): Promise<void> {
  const database = connectSql(environment().databaseUrl);
  const record = () => recordOf({ integrationId, lookup: 'renap', charged: 0n });
  await plantRecords(database, Array.from({ length: count }, record));
  await database.end();
}

test('back returns to the same place of a list', async ({ page, setup }) => {
  const integration = await setup.integration();
  await plantFreeRecords(integration.id, 50);
  await setup.open(page, 'soporte', `/console/queries?integration=${integration.nombre}`);
  const link = page
    .getByRole('region', { name: 'Consultas', exact: true })
    .getByRole('link')
    .nth(40);
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(500);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Qué pasó' })).toBeVisible();
  await page.getByRole('link', { name: 'Volver a la lista' }).click();
  await expect(link).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

test('a lost connection keeps the page', async ({ browser, setup }) => {
  // Its browser logs each request that finds no connection.
  const context = await browser.newContext({
    baseURL: environment().serverUrl,
    locale: 'es-GT',
    viewport: { width: 1280, height: 720 },
  });
  const page = await context.newPage();
  await signIn(page, await setup.person('soporte'));
  await open(page, '/console/queries');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Estadísticas' }).click();
  await expect(page.getByText('No hay conexión.')).toBeVisible();
  await expect(page).toHaveURL(/\/console\/queries$/);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Estadísticas' }).click();
  await expect(page).toHaveURL(/\/console\/statistics$/);
  await context.close();
});

test('the keyboard skips the filters, and each row has a heading', async ({ page, setup }) => {
  const integration = await setup.integration();
  await setup.query(integration);
  await setup.open(page, 'soporte', `/console/queries?integration=${integration.nombre}`);
  const skip = page.getByRole('link', { name: 'Saltar a los resultados' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const list = page.getByRole('region', { name: 'Consultas', exact: true });
  await expect(list).toBeFocused();
  await expect(list.getByRole('rowheader')).toHaveCount(1);
});
