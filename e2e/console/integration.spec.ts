import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { wellKnown } from '@/simulator/well-known';
import { expect, type Office, open, signIn, test } from './fixtures';

interface Token {
  readonly nombre: string;
  readonly token: string;
}

/** Status of one query of the catalog with these credentials. */
async function ask(page: Page, { nombre, token }: Token): Promise<number> {
  const answer = await page.request.post('/catalogos/cui-nit', {
    headers: { 'x-integracion-login': nombre, 'x-integracion-token': token },
    data: { nit: wellKnown.individual.nit },
  });
  return answer.status();
}

async function confirm(page: Page, nombre: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(nombre);
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

async function topUp(page: Page, quetzales: string): Promise<void> {
  await page.getByLabel('Monto a recargar').fill(quetzales);
  await page.getByLabel('Nota (opcional)').fill('Depósito 4711');
  await page.getByRole('button', { name: 'Recargar' }).click();
}

async function rotate(page: Page, overlap: string): Promise<string> {
  const field = page.getByRole('combobox', { name: 'El token anterior sigue valiendo' });
  await field.selectOption({ label: overlap });
  await page.getByRole('button', { name: 'Rotar token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token nuevo' });
  const token = await dialog.locator('pre').first().textContent();
  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  return token ?? '';
}

/** A switch stays where it was put once what it saved is shown again. */
async function saved(lookup: Locator): Promise<void> {
  await expect(lookup).toHaveAttribute('aria-busy', 'false');
}

/** As if the password had been given twenty minutes ago. */
async function ageProof({ db }: Office, email: string): Promise<void> {
  await db.execute(sql`UPDATE console_sessions SET proven_at = proven_at - interval '20 minutes'
    WHERE user_id = (SELECT id FROM users WHERE email = ${email})`);
}

test('the life of an integration, from its creation to its audit trail', async ({
  page,
  office,
}) => {
  const administrator = await office.person('admin');
  const nombre = `vida-${randomBytes(4).toString('hex')}`;
  await signIn(page, administrator);
  let token = '';

  await test.step('it is created, and its token answers', async () => {
    await open(page, '/console/integrations');
    await page.getByRole('link', { name: 'Crear integración' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill('no válido');
    await page.getByRole('button', { name: 'Crear integración' }).click();
    await expect(page.getByText(/^El nombre lleva de 3 a 64/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Nombre' }).fill(nombre.toUpperCase());
    await page.getByLabel('CUI y NIT (cui-nit)').check();
    await page.getByLabel('Tarifa por consulta pagada').fill('1.00');
    await page.getByLabel('Saldo inicial').fill('2.00');
    await page.getByRole('button', { name: 'Crear integración' }).click();
    await expect(page.getByText(`La integración ${nombre} está lista.`)).toBeVisible();
    const [shown = '', curl = ''] = await page.locator('pre').allTextContents();
    token = shown;
    expect(curl).toContain(`x-integracion-token: ${token}`);
    expect(await ask(page, { nombre, token })).toBe(200);
    await page.getByRole('link', { name: 'Abrir la integración' }).click();
    await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
    await expect(page.getByText(token)).toHaveCount(0);
  });

  await test.step('a lookup turned off answers 403, and 200 when it is on again', async () => {
    const lookup = page.getByRole('switch', { name: 'CUI y NIT (cui-nit)' });
    const question = page.getByRole('dialog', { name: 'Apagar CUI y NIT (cui-nit)' });
    await lookup.click();
    await expect(question).toContainText('1 consulta en los últimos 7 días');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(lookup).toBeChecked();
    await expect(lookup).toBeFocused();
    await lookup.press('Space');
    await question.getByRole('button', { name: 'Apagar' }).click();
    await saved(lookup);
    expect(await ask(page, { nombre, token })).toBe(403);
    await lookup.check();
    await saved(lookup);
    expect(await ask(page, { nombre, token })).toBe(200);
  });

  await test.step('a top-up turns 402 into 200, and the password is asked for again', async () => {
    expect(await ask(page, { nombre, token })).toBe(402);
    await ageProof(office, administrator.email);
    await page.getByRole('link', { name: 'Saldo', exact: true }).click();
    await topUp(page, '1250.50');
    await expect(page.getByText('El saldo contable quedará en Q 1,250.50.')).toBeVisible();
    const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
    await proof.getByRole('textbox', { name: 'Contraseña' }).fill('wrong password');
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await expect(proof.getByRole('alert')).toBeVisible();
    await proof.getByRole('textbox', { name: 'Contraseña' }).fill(administrator.password);
    await proof.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('Se recargaron Q 1,250.50.')).toBeVisible();
    expect(await ask(page, { nombre, token })).toBe(200);
    await open(page, `/console/integrations/${nombre}/balance`);
    await expect(page.getByRole('row', { name: /Depósito 4711/ })).toContainText('Q 1,250.50');
  });

  await test.step('a rotation lets the old token work until it is ended', async () => {
    await page.getByRole('link', { name: 'Resumen' }).click();
    const renewed = await rotate(page, '1 hora');
    for (const each of [token, renewed]) expect(await ask(page, { nombre, token: each })).toBe(200);
    await page.getByRole('button', { name: 'Terminar el anterior ya' }).click();
    await expect(page.getByText('El token anterior dejó de valer.')).toBeVisible();
    expect(await ask(page, { nombre, token })).toBe(401);
    expect(await ask(page, { nombre, token: renewed })).toBe(200);
    token = await rotate(page, 'No: termina ya');
    expect(await ask(page, { nombre, token: renewed })).toBe(401);
  });

  await test.step('suspended it answers as if it did not exist, until it is resumed', async () => {
    await page.getByRole('button', { name: 'Suspender' }).click();
    await confirm(page, nombre, 'Suspender');
    await expect(page.getByText('Suspendida', { exact: true })).toBeVisible();
    expect(await ask(page, { nombre, token })).toBe(401);
    await page.getByRole('button', { name: 'Reanudar' }).click();
    await confirm(page, nombre, 'Reanudar');
    await expect(page.getByText('Activa', { exact: true })).toBeVisible();
    expect(await ask(page, { nombre, token })).toBe(200);
  });

  await test.step('all of it stands in the audit log, without a token', async () => {
    await open(page, `/console/audit?target=${nombre}`);
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(10);
    await expect(rows.filter({ hasText: administrator.email })).toHaveCount(10);
    await expect(rows.filter({ hasText: 'is_cui_nit_enabled: true → false' })).toHaveCount(1);
    expect(await page.content()).not.toContain(token);
  });
});

test('what somebody else changed meanwhile is told and not overwritten', async ({
  page,
  context,
  office,
}) => {
  await signIn(page, await office.person('admin'));
  const { nombre } = await office.integration();
  const second = await context.newPage();
  for (const each of [page, second]) await open(each, `/console/integrations/${nombre}`);
  // Their own changes, however quick, do not count as somebody else's.
  await page.getByLabel('Omisos (omisos)').uncheck();
  await page.getByLabel('RTU detallado (rtu-v2)').uncheck();
  for (const name of ['Omisos (omisos)', 'RTU detallado (rtu-v2)']) {
    await saved(page.getByLabel(name));
    await expect(page.getByLabel(name)).not.toBeChecked();
  }
  await second.getByLabel('RTU por NIT (rtu)').uncheck();
  await expect(second.getByText(/^Alguien lo cambió mientras tanto/)).toBeVisible();
  await expect(second.getByLabel('RTU por NIT (rtu)')).toBeChecked();
  await expect(second.getByLabel('Omisos (omisos)')).not.toBeChecked();
});

test('support sees an integration and can change nothing', async ({ page, office }) => {
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration();
  await open(page, `/console/integrations?q=${nombre}`);
  await expect(page.getByText('1 integración', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Crear integración' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
  await page.getByRole('link', { name: nombre }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
  for (const lookup of await page.getByRole('switch').all()) await expect(lookup).toBeDisabled();
  for (const name of ['Rotar token', 'Suspender']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await expect(page.getByText('Q 100.00').first()).toBeVisible();
  for (const name of ['Recargar', 'Cambiar tarifa']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.goto('/console/users');
  await expect(page.getByRole('heading', { name: 'Su rol no abre esta página' })).toBeVisible();
});

test('the pages of an integration tell which one is open, and of none without it', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration();
  const tabs = page.getByRole('navigation', { name: 'Páginas de la integración' });
  for (const [tab, path] of [
    ['Resumen', ''],
    ['Saldo', '/balance'],
  ] as const) {
    await open(page, `/console/integrations/${nombre}${path}`);
    await expect(tabs.locator('[aria-current=page]')).toHaveText([tab]);
    for (const missing of ['no-such-name', 'no', 'not%20a%20name']) {
      await page.goto(`/console/integrations/${missing}${path}`);
      await expect(page.getByRole('heading', { name: /^No encontramos esta/ })).toBeVisible();
    }
  }
});

test('the list is searched by name, with the query in the address', async ({ page, office }) => {
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration();
  await open(page, '/console/integrations');
  await page.getByRole('searchbox', { name: 'Buscar por nombre' }).fill(nombre.slice(2));
  await expect(page).toHaveURL(new RegExp(`\\?q=${nombre.slice(2)}$`));
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Buscar por nombre' }).fill('no-such-name');
  await expect(page.getByText('Ninguna integración tiene ese nombre')).toBeVisible();
});
