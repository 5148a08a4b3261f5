import { somebody } from '@/cli/conformance/lookups';
import { expect, open, signIn, test } from './fixtures';
import { HANDS } from './hands';

test('support keeps filters by name, replaces, renames and deletes them by keyboard, without the identifier', async ({
  page,
  office,
  browser,
}) => {
  const { nombre } = await office.integration();
  await signIn(page, await office.person('soporte'));
  await open(page, `/console/queries?integration=${nombre}&status=5xx`);
  await page.getByLabel('Identificador', { exact: true }).fill(somebody.nit);
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(/id=[0-9a-f]{16}/);

  const keyboard = HANDS.keyboard(page);
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  const name = dialog.getByRole('textbox', { name: 'Nombre' });
  const save = async (called: string, button: string) => {
    await keyboard.press(page.getByRole('button', { name: 'Guardar vista' }));
    await expect(name).toBeFocused();
    await page.keyboard.type(called);
    await keyboard.press(dialog.getByRole('button', { name: button, exact: true }));
  };
  await keyboard.press(page.getByRole('button', { name: 'Guardar vista' }));
  await expect(dialog.getByText('El identificador no se guarda')).toBeVisible();
  await page.keyboard.press('Escape');
  await save('Fallas de hoy', 'Guardar');
  const views = page.getByRole('navigation', { name: 'Mis vistas' });
  const kept = views.getByRole('link', { name: 'Fallas de hoy' });
  await expect(kept).toHaveAttribute(
    'href',
    `/console/queries?integration=${nombre}&status=5xx&period=24h`,
  );

  await open(page, `/console/queries?integration=${nombre}&charged=yes&period=7d`);
  await save('Fallas de hoy', 'Guardar');
  await expect(dialog.getByText('Ya tiene una vista con ese nombre.')).toBeVisible();
  await keyboard.press(dialog.getByRole('button', { name: 'Reemplazar' }));
  await expect(kept).toHaveAttribute('aria-current', 'true');
  await keyboard.press(page.getByRole('link', { name: 'Quitar filtros' }));
  await expect(page).toHaveURL(/\?period=7d$/);
  await keyboard.press(kept);
  await expect(page).toHaveURL(`/console/queries?integration=${nombre}&charged=yes&period=7d`);

  await keyboard.press(page.getByRole('button', { name: 'Administrar vistas' }));
  const manage = page.getByRole('dialog', { name: 'Administrar vistas' });
  await manage.getByRole('textbox', { name: 'Nombre de Fallas de hoy' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Cobradas');
  await page.keyboard.press('Enter');
  await expect(views.getByRole('link')).toHaveText(['Cobradas']);

  const stranger = await (await browser.newContext()).newPage();
  await signIn(stranger, await office.person('admin'));
  await open(stranger, '/console/queries');
  await expect(stranger.getByRole('navigation', { name: 'Mis vistas' })).toHaveCount(0);
  await stranger.context().close();

  await keyboard.press(manage.getByRole('button', { name: 'Eliminar Cobradas' }));
  await expect(manage.getByText('No hay vistas guardadas.')).toBeVisible();
  await expect(views).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Administrar vistas' })).toBeFocused();
});
