import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { somebody } from '@/checks/lookups';
import { look } from './accessible';
import { expect, open, test } from './fixtures';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Buscar en la consola' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar en la consola' });

/** Expects an option to be chosen in the list and, for screen readers, in the field. */
async function expectChosen(page: Page, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('aria-selected', 'true');
  const id = await option.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
}

test('by keyboard: Ctrl-K, a part of a name, Enter', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', '/console/audit');

  await test.step('pages are found by name, without accents and capitals', async () => {
    await page.keyboard.press('Control+k');
    // Before its code is loaded.
    await page.keyboard.type('B');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('B');
    await look(page);
    await page.keyboard.type('ITACORA');
    await expectChosen(page, dialog(page).getByRole('option', { name: 'Bitácora' }));
    await expect(dialog(page).getByRole('option')).toHaveCount(1);
  });

  await test.step('the arrows go round, and Escape gives the focus back', async () => {
    await field(page).fill('');
    await page.keyboard.press('ArrowUp');
    await expectChosen(page, dialog(page).getByRole('option', { name: 'Mi cuenta' }));
    await page.keyboard.press('ArrowDown');
    await expectChosen(page, dialog(page).getByRole('option', { name: 'Resumen' }));
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step('it opens from inside a field, and an integration is found by a part', async () => {
    const filter = page.getByRole('textbox').first();
    await filter.focus();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(filter).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(nombre.slice(2).toUpperCase());
    await expectChosen(page, dialog(page).getByRole('option', { name: nombre }));
    await look(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });
});

test('by mouse: support finds no administrator pages', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'soporte', '/console/integrations');
  await page.getByRole('button', { name: 'Buscar en la consola' }).click();
  await expect(dialog(page).getByRole('option', { name: 'Integraciones' })).toBeVisible();
  await expect(dialog(page).getByRole('option', { name: /Bitácora|Usuarios/ })).toHaveCount(0);
  const status = dialog(page).getByRole('status');
  await field(page).fill('no-such-thing');
  await expect(status).toHaveText(/^Nada coincide con «no-such-thing»\. Busque por NIT/);
  await look(page);
  await page.route('**/console/integrations', (route) => route.fulfill({ status: 404 }));
  await field(page).fill('unreachable');
  await expect(status).toHaveText(/^No se pudo buscar/);
  await page.unroute('**/console/integrations');
  await field(page).fill(nombre);
  await dialog(page).getByRole('option', { name: nombre, selected: true }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
});

test('it resolves ids, identifiers, users and actions on the server', async ({ page, setup }) => {
  const integration = await setup.integration();
  const { nombre } = integration;
  const id = await setup.query(integration);
  const colleague = await setup.person('soporte');
  await setup.open(page, 'admin', `/console/queries/${id}`);
  const option = (name: string | RegExp) => dialog(page).getByRole('option', { name });
  await page.keyboard.press('Control+k');
  await expect(option(`Consulta ${id}`)).toBeVisible();
  await field(page).fill(id.toUpperCase());
  await expectChosen(page, option(`Consulta ${id.toUpperCase()}`));
  await field(page).fill(colleague.email);
  await expectChosen(page, option(colleague.email));
  await field(page).fill('no-such-request-1');
  await expectChosen(page, option(/^Ninguna consulta tiene ese id/));

  await test.step('an identifier is not searched for until it is chosen', async () => {
    await field(page).fill(somebody.nit);
    await expect(option(/^Ninguna consulta tiene ese id/)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/console\/queries\?id=/);
    expect(page.url()).not.toContain(somebody.nit);
    await expect(
      page.getByRole('link', { name: /^Quitar el filtro Identificador: ●●●/ }),
    ).toBeVisible();
  });

  await test.step('an action opens its dialog, once', async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('recar');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('Recargar ');
    await page.keyboard.type(nombre);
    await expectChosen(page, option(`Recargar ${nombre}`));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Recargar saldo' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`/console/integrations/${nombre}/balance`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the question mark lists the shortcuts', async () => {
    await page.keyboard.press('Shift+?');
    const shortcuts = page.getByRole('dialog', { name: 'Atajos de teclado' });
    await expect(shortcuts).toContainText('Consulta más antigua de la lista');
    await look(page);
  });
});

test('a status, a reason, an address and a name with spaces are understood', async ({
  page,
  setup,
}) => {
  const { nombre, id } = await setup.integration();
  const spaced = `caso rotado ${id}`;
  const dashed = spaced.replaceAll(' ', '-');
  await setup.db.execute(sql`UPDATE integrations SET nombre = ${dashed} WHERE id = ${id}`);
  expect(nombre).not.toBe(dashed);
  await setup.open(page, 'admin', '/console/account');
  const hrefs = async (text: string, least: string) => {
    await page.keyboard.press('Control+k');
    await field(page).fill(text);
    await expect(dialog(page).getByRole('option', { name: least, exact: true })).toBeVisible();
    const labels = await dialog(page).getByRole('option').allInnerTexts();
    await dialog(page).getByRole('option', { name: least, exact: true }).click();
    await expect(dialog(page)).toHaveCount(0);
    return labels;
  };
  for (const [text, label, path] of [
    [spaced, dashed, `/console/integrations/${dashed}`],
    [
      `401 ${spaced}`,
      `Rechazos con estado 401 ${dashed}`,
      `/console/refusals?status=401&integration=${dashed}`,
    ],
    ['503', 'Consultas con estado 503', '/console/queries?status=503'],
    ['bloqueada', 'Integraciones: Suspendidas', '/console/integrations?state=suspended'],
    ['tope', 'Rechazos: Tope de gasto', '/console/refusals?reason=spending_cap'],
    ['invitar', 'Invitar usuario', '/console/users#invite'],
    [`cambiar tarifa de ${dashed}`, `Cambiar tarifa de ${dashed}`, /\?do=tariff$/],
  ] as const) {
    await hrefs(text, label);
    await expect(page, text).toHaveURL(path);
    if (text.startsWith('cambiar')) {
      await expect(page.getByRole('dialog', { name: 'Cambiar tarifa' })).toBeVisible();
    }
  }
  await open(page, '/console/account');
  const offered = await hrefs('10.20.30.40', 'Rechazos desde la dirección IP 10.20.30.40');
  expect(offered.join()).not.toContain('NIT');
  await expect(page).toHaveURL('/console/refusals?address=10.20.30.40');
});
