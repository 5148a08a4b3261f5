import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { everything } from '@/testing/scope';
import { look } from './accessible';
import { expect, open, signIn, test } from './fixtures';

/** Opens a one-time link, whose code is in the fragment, as the first page of a window. */
async function openLink(page: Page, link: string): Promise<void> {
  const { pathname, hash } = new URL(link);
  expect(hash).not.toBe('');
  await page.goto('about:blank');
  await open(page, `${pathname}${hash}`);
}

test('an invitation link sets a password, once', async ({ page, setup }) => {
  await setup.open(page, 'admin', '/console/users');
  const email = `invited-${randomUUID()}@pasarela.example`;
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace de un solo uso' });
  const link = await dialog.getByRole('textbox', { name: 'Enlace' }).inputValue();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText(/^El enlace no se ha copiado/);
  await look(page);
  await dialog.getByRole('textbox', { name: 'Enlace' }).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.context().clearCookies();

  await openLink(page, link);
  await page
    .getByRole('textbox', { name: 'Contraseña', exact: true })
    .fill('a long enough password');
  await page.getByRole('textbox', { name: 'Repita la contraseña' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Se guardó su contraseña.')).toBeVisible();
  await openLink(page, link);
  await expect(page.getByText(/^Este enlace ya se usó/)).toBeVisible();

  await signIn(page, { email, password: 'a long enough password' });
  await open(page, '/console');
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
});

test('an administrator resets access with a one-time link', async ({ page, browser, setup }) => {
  const person = await setup.person('soporte');
  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, person);
  await setup.open(page, 'admin', `/console/users?q=${person.email}`);
  await page.getByRole('button', { name: `Acciones sobre ${person.email}` }).click();
  await page.getByRole('menuitem', { name: 'Restablecer acceso' }).click();
  const question = page.getByRole('dialog', { name: 'Restablecer acceso' });
  await question.getByRole('textbox').fill(person.email);
  await look(page);
  await question.getByRole('button', { name: 'Restablecer acceso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace de un solo uso' });
  const link = await dialog.getByRole('textbox', { name: 'Enlace' }).inputValue();
  await theirs.goto('/console');
  await expect(theirs).toHaveURL(/\/login$/);
  await openLink(theirs, link);
  const password = 'otra frase bastante larga';
  await theirs.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(password);
  await theirs.getByRole('textbox', { name: 'Repita la contraseña' }).fill(password);
  await theirs.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(theirs.getByText('Se guardó su contraseña.')).toBeVisible();
  await signIn(theirs, { ...person, password });
  await theirs.context().close();
});

if (everything) {
  test('a disabled person is signed out', async ({ page, browser, setup }) => {
    const person = await setup.person('soporte');
    const { email } = person;
    const theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, person);
    await setup.open(page, 'admin', `/console/users?q=${email}`);
    await page.getByRole('button', { name: `Acciones sobre ${email}` }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page);
    await page.getByRole('menuitem', { name: 'Deshabilitar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Deshabilitar' });
    await dialog.getByRole('textbox').fill(email);
    await look(page);
    await dialog.getByRole('button', { name: 'Deshabilitar' }).click();
    await expect(page.getByRole('row', { name: email })).toContainText('Deshabilitado');
    await theirs.goto('/console');
    await expect(theirs).toHaveURL(/\/login$/);
    await theirs.context().close();
  });

  test('changes of a role and its second factor name who is concerned and ask first', async ({
    page,
    setup,
  }) => {
    const { email } = await setup.person('soporte');
    await setup.open(page, 'admin', `/console/users?q=${email}`);
    const role = page.getByRole('combobox', { name: `Rol de ${email}` });
    await role.selectOption('Administrador');
    const change = page.getByRole('dialog', { name: 'Cambiar el rol' });
    await expect(change).toContainText(`${email} pasa de Soporte a Administrador`);
    await look(page);
    await change.getByRole('button', { name: 'Cancelar' }).click();
    await expect(role).toHaveValue('soporte');
    await role.selectOption('Administrador');
    await change.getByRole('button', { name: 'Cambiar a Administrador' }).click();
    await expect(role).toHaveValue('admin');

    // Not changed: it would concern the people of other tests.
    const policy = page.getByRole('switch', { name: 'Soporte' });
    await policy.click();
    const require = page.getByRole('dialog', { name: 'Exigir segundo factor: Soporte' });
    await expect(require).toContainText(/personas con este rol no tienen segundo factor/);
    await look(page);
    await require.getByRole('button', { name: 'Cancelar' }).click();
    await expect(policy).not.toBeChecked();
  });
}
