import type { Locator, Page } from '@playwright/test';
import { expect, open, signIn, test } from './fixtures';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Buscar en la consola' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Buscar en la consola' });
const selected = (page: Page) => dialog(page).getByRole('option', { selected: true });

/** What the field says to who cannot see the list is what the list shows. */
async function expectChosen(page: Page, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('aria-selected', 'true');
  const id = await option.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
}

test('by keyboard alone: Ctrl-K, a part of a name, Enter', async ({ page, office }) => {
  const { nombre } = await office.integration();
  await signIn(page, await office.person('admin'));
  await open(page, '/console/audit');

  await test.step('pages are found by name, without accents and capitals', async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(dialog(page).getByRole('option', { name: 'Usuarios' })).toBeVisible();
    await page.keyboard.type('BITACORA');
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
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });
});

test('support is offered no page of administrators, and a click opens the search too', async ({
  page,
  office,
}) => {
  const { nombre } = await office.integration();
  await signIn(page, await office.person('soporte'));
  await open(page, '/console/integrations');
  await page.getByRole('button', { name: 'Buscar en la consola' }).click();
  await expect(dialog(page).getByRole('option', { name: 'Integraciones' })).toBeVisible();
  await expect(dialog(page).getByRole('option', { name: /Bitácora|Usuarios/ })).toHaveCount(0);
  await field(page).fill(nombre);
  await selected(page).filter({ hasText: nombre }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
});

test('tells that nothing was found, and that the search could not be made', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  await open(page, '/console/integrations');
  await page.keyboard.press('Control+k');
  await field(page).fill('no-such-thing');
  const told = dialog(page).getByRole('status');
  await expect(told).toHaveText('Nada coincide con «no-such-thing».');
  await page.route('**/console/integrations', (route) => route.fulfill({ status: 404 }));
  await field(page).fill('unreachable');
  await expect(told).toHaveText(/^No se pudo buscar entre las integraciones/);
});
