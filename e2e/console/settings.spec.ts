import type { Page } from '@playwright/test';
import { environment } from '@/e2e/environment';
import { randomLetters } from '@/testing/random';
import { look } from './accessible';
import { expect, open, signIn, test } from './fixtures';

const description = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Cliente, contacto y notas' }) });
const field = (page: Page, label: string) => description(page).getByLabel(label);
const save = (page: Page) => description(page).getByRole('button', { name: 'Guardar' }).click();

test('contact, notes and threshold are stored and shown', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  await field(page, 'Contacto').fill('Ana Pérez');
  await field(page, 'Correo electrónico').fill('ana@vendor.example');
  await field(page, 'Teléfono').fill('+502 5555 0100');
  await field(page, 'Avisar si el saldo baja de').fill('1250.5');
  await field(page, 'Notas').fill('Llamar por la tarde.\nFactura a fin de mes.');
  await expect(page.getByText('Hay cambios sin guardar.')).toBeVisible();
  await save(page);
  await expect(page.getByText('Se guardaron los datos.')).toBeVisible();
  await expect(page.getByText('Hay cambios sin guardar.')).toHaveCount(0);
  await expect(field(page, 'Avisar si el saldo baja de')).toHaveValue('1250.50');
  await expect(page.getByRole('row', { name: /Contacto.*Ana Pérez/ })).toBeVisible();

  await page.context().clearCookies();
  await setup.open(page, 'soporte', `/console/integrations/${nombre}`);
  await expect(description(page).locator('dl')).toHaveText(
    [
      'Cliente' + '—',
      'NIT del cliente' + '—',
      'Contacto' + 'Ana Pérez',
      'Correo electrónico' + 'ana@vendor.example',
      'Teléfono' + '+502 5555 0100',
      'Avisar si el saldo baja de' + 'Q 1,250.50',
      'Notas' + 'Llamar por la tarde.\nFactura a fin de mes.',
    ].join(''),
  );
  await expect(description(page).getByRole('textbox')).toHaveCount(0);
});

test('a refused or unanswered form keeps what was typed', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  const notes = `${'Nada de esto se pierde.\n'.repeat(40)}${'w'.repeat(400)}`;
  const expectNotes = () => expect(field(page, 'Notas')).toHaveValue(notes);
  await field(page, 'Notas').fill(notes);
  for (const [label, wrong, refusal] of [
    ['Avisar si el saldo baja de', '-5', 'El monto debe ser mayor que cero'],
    ['Correo electrónico', 'ana at vendor', 'El correo electrónico no es válido.'],
  ] as const) {
    await field(page, label).fill(wrong);
    await save(page);
    await expect(description(page).getByText(refusal)).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await look(page);
    await expect(field(page, label)).toHaveValue(wrong);
    await field(page, label).fill('');
  }
  await expectNotes();
  await page.route('**/console/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await save(page);
  await expect(description(page).getByText(/^El servidor no respondió/)).toBeVisible();
  await expectNotes();
  await page.unroute('**/console/**');
  await save(page);
  await expect(page.getByText('Se guardaron los datos.')).toBeVisible();
});

test('a form shows what somebody else stored meanwhile', async ({ page, context, setup }) => {
  const { nombre } = await setup.integration();
  const second = await context.newPage();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  await open(second, `/console/integrations/${nombre}`);
  await field(second, 'Notas').fill('Del segundo.');
  await page.bringToFront();
  await field(page, 'Notas').fill('Del primero.');
  await field(page, 'Contacto').fill('Ana');
  await save(page);
  await expect(page.getByText('Se guardaron los datos.')).toBeVisible();
  // The browser draws a page in the background once a second.
  await second.bringToFront();
  await save(second);
  await expect(second.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(field(second, 'Notas')).toHaveValue('Del segundo.');
  await expect(second.getByText('Otra persona guardó mientras tanto: Del primero.')).toBeVisible();
  await expect(field(second, 'Contacto')).toHaveValue('Ana');
  await save(second);
  await expect(second.getByText('Se guardaron los datos.')).toBeVisible();
  await page.bringToFront();
  await open(page, `/console/integrations/${nombre}`);
  await expect(field(page, 'Notas')).toHaveValue('Del segundo.');
  await expect(field(page, 'Contacto')).toHaveValue('Ana');
});

test('leaving unsaved changes asks first', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations?q=${nombre}`);
  await page.getByRole('link', { name: nombre }).click();
  await field(page, 'Notas').fill('Todavía no.');
  const question = page.getByRole('dialog', { name: '¿Salir de esta página?' });
  for (const leave of [
    () => page.getByRole('link', { name: 'Saldo', exact: true }).click(),
    () => page.evaluate(() => window.history.back()),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await look(page);
    await question.getByRole('button', { name: 'Quedarse' }).click();
    await expect(question).toHaveCount(0);
    await expect(field(page, 'Notas')).toHaveValue('Todavía no.');
  }
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await question.getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL(/\/balance$/);
  await page.getByRole('main').getByRole('link', { name: 'Resumen' }).click();
  await field(page, 'Notas').fill('Tampoco.');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(field(page, 'Notas')).toHaveValue('');
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await expect(page).toHaveURL(/\/balance$/);
});

test('a switch turns on the receipts in the answers of the catalogs', async ({ page, setup }) => {
  const integration = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${integration.nombre}`);
  const cost = async () => (await setup.ask(integration)).headers.get('x-consulta-cobro');
  expect(await cost()).toBeNull();
  const receipts = page.getByRole('switch', { name: 'Comprobantes en las respuestas' });
  await receipts.check();
  await expect(receipts).toHaveAttribute('aria-busy', 'false');
  expect(await cost()).toBe('0.50');
});

test('closing a new token that was not copied asks first', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  await page.getByRole('button', { name: 'Rotar token' }).click();
  const ask = page.getByRole('dialog', { name: 'Rotar el token' });
  // A refresh that is refused would reload the page.
  await page.route('**/console/**', (route) =>
    route.request().headers().rsc ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await ask.getByRole('button', { name: 'Rotar token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Token nuevo' });
  const token = dialog.getByRole('textbox', { name: 'Token' });
  await expect(token).toHaveValue(/^pas_dev_/);
  await page.unroute('**/console/**');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert').getByText(/no se volverá a mostrar/)).toBeVisible();
  await look(page);
  // The focus selects the whole token, so that the keys for copying are enough.
  await token.focus();
  const selected = await token.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );
  expect(selected).toBe(await token.inputValue());
  await page.keyboard.press('ControlOrMeta+c');
  await expect(dialog.getByText(/no se volverá a mostrar/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a taken name is refused without losing the rest of the form', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', '/console/new-integration');
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await name.fill(nombre);
  await page.getByLabel('Omisos', { exact: true }).check();
  await page.getByLabel('Tarifa por consulta cobrada').fill('0.3333');
  await page.getByLabel('Saldo inicial').fill('-1');
  const submit = page.getByRole('button', { name: 'Crear integración' });
  await submit.click();
  await expect(page.getByText(/^El saldo inicial debe ser cero o más/)).toBeVisible();
  await expect(page.getByLabel('Saldo inicial')).toBeFocused();
  await page.getByLabel('Saldo inicial').fill('75');
  await submit.click();
  await expect(page.getByText('Ya existe una integración con ese nombre.')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(nombre);
  await expect(page.getByLabel('Omisos', { exact: true })).toBeChecked();
  await expect(page.getByLabel('Tarifa por consulta cobrada')).toHaveValue('0.3333');
  await expect(page.getByLabel('Saldo inicial')).toHaveValue('75');
  await page.getByRole('link', { name: 'Cancelar' }).click();
  await expect(page.getByRole('dialog', { name: '¿Salir de esta página?' })).toBeVisible();
});

test('limits ask for the password again, switches do not', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  const person = await setup.person('admin');
  await signIn(page, person);
  await open(page, `/console/integrations/${nombre}`);
  await setup.ageReauthentication(person);
  const lookup = page.getByRole('switch', { name: 'Omisos (/catalogos/omisos)' });
  await lookup.uncheck();
  await expect(lookup).not.toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('Redes de confianza').fill('0.0.0.0/0');
  await page.getByRole('button', { name: 'Guardar límites' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await proof.getByRole('textbox', { name: 'Contraseña' }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Se guardaron los límites.')).toBeVisible();
});

test('a new integration is handed over in a message without its token', async ({ page, setup }) => {
  const nombre = `hand-over-${randomLetters()}`;
  await setup.open(page, 'admin', '/console/new-integration');
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await expect(name).toBeFocused();
  await page.keyboard.type(nombre);
  await page.getByRole('button', { name: 'Crear integración' }).click();
  await expect(page.getByText('se rechazarán con 403')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Crear sin consultas' })).toBeVisible();
  await page.getByLabel('Omisos', { exact: true }).check();
  await page.getByRole('button', { name: 'Crear integración' }).click();
  const token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  const message = page.getByRole('textbox', { name: 'Mensaje para el integrador, sin el token' });
  await page.getByLabel('Lenguaje del ejemplo').selectOption('Python');
  await expect(message).toHaveValue(/import os, urllib/);
  const text = await message.inputValue();
  expect(text).not.toContain(token);
  for (const part of [nombre, environment().serverUrl, 'Omisos: POST /catalogos/omisos', '/docs']) {
    expect(text).toContain(part);
  }
  await look(page);
  await page.getByRole('textbox', { name: 'Token', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await page.getByRole('link', { name: 'Abrir la integración' }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
});

test('a cap below what is spent asks first, then says what it blocks and until when', async ({
  page,
  setup,
}) => {
  const as = await setup.integration({ tarifa: 10_000n, saldo: 100_000n });
  await setup.query(as);
  await setup.open(page, 'admin', `/console/integrations/${as.nombre}`);
  const limits = page.locator('section').filter({ hasText: 'Tope de gasto por día' });
  await limits.getByLabel('Tope de gasto por día').fill('1.50');
  await limits.getByRole('button', { name: 'Guardar' }).click();
  await expect(limits.getByRole('alert')).toContainText('bloqueados de inmediato');
  await look(page);
  await limits.getByRole('button', { name: 'Guardar y bloquear' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Tope diario de gasto alcanzado' });
  await expect(notice).toContainText('Gastó Q 1.00 de Q 1.50');
  await look(page);
  await page.goto('/console');
  await page.getByRole('link', { name: /^Ver (cuál|cuáles)$/ }).click();
  await expect(page.getByRole('link', { name: as.nombre, exact: true })).toBeVisible();
  await expect(page.getByText('Bloqueadas por su tope')).toBeVisible();
});
