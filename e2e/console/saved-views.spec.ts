import { somebody } from '@/checks/lookups';
import { look } from './accessible';
import { expect, open, test } from './fixtures';
import { KEYBOARD } from './input';

test('support saves and deletes filters by keyboard', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'soporte', `/console/queries?integration=${nombre}&status=5xx`);
  await page.getByLabel('Identificador', { exact: true }).fill(somebody.nit);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/id=[\w-]{100}/);

  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  const name = dialog.getByRole('textbox', { name: 'Nombre' });
  const save = async (called: string, button: string) => {
    await KEYBOARD.press(page.getByRole('button', { name: 'Guardar vista' }));
    await expect(name).toBeFocused();
    await page.keyboard.type(called);
    await KEYBOARD.press(dialog.getByRole('button', { name: button, exact: true }));
  };
  await KEYBOARD.press(page.getByRole('button', { name: 'Guardar vista' }));
  await expect(dialog.getByText('El identificador no se guarda')).toBeVisible();
  await page.keyboard.press('Escape');
  await save('Fallas de hoy', 'Guardar');
  const views = page.getByRole('navigation', { name: 'Mis vistas' });
  const view = views.getByRole('link', { name: 'Fallas de hoy' });
  await expect(view).toHaveAttribute(
    'href',
    `/console/queries?integration=${nombre}&status=5xx&period=24h`,
  );

  await open(page, `/console/queries?integration=${nombre}&charged=yes&period=7d`);
  await save('Fallas de hoy', 'Guardar');
  await expect(dialog.getByText('Ya tiene una vista con ese nombre.')).toBeVisible();
  await KEYBOARD.press(dialog.getByRole('button', { name: 'Reemplazar' }));
  await expect(view).toHaveAttribute('aria-current', 'true');
  await KEYBOARD.press(page.getByRole('link', { name: 'Quitar filtros' }));
  await expect(page).toHaveURL(/\?period=7d$/);
  await KEYBOARD.press(view);
  await expect(page).toHaveURL(`/console/queries?integration=${nombre}&charged=yes&period=7d`);

  await expect(view).toHaveAttribute('aria-current', 'true');
  await look(page);

  await KEYBOARD.press(page.getByRole('button', { name: 'Eliminar «Fallas de hoy»' }));
  await expect(views).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
