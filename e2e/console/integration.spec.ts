import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { freshAddress } from '@/testing/address';
import { randomLetters } from '@/testing/random';
import { everything } from '@/testing/scope';
import { look } from './accessible';
import { expect, open, type Person, type Setup, signIn, test } from './fixtures';
import { type Input, KEYBOARD, MOUSE } from './input';

/** Runs the command that the page shows for the terminal, as it stands; gives the HTTP status. */
async function runInTerminal(command: string): Promise<number> {
  const more = `-o /dev/null -w '%{http_code}' -H 'x-forwarded-for: ${freshAddress()}'`;
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} ${more}`]);
  return Number(stdout);
}

/** The integration under test, and the page on which it is administered. */
class Subject {
  readonly nombre = `vida-${randomLetters()}`;
  token = '';

  constructor(
    readonly page: Page,
    readonly setup: Setup,
    readonly input: Input,
  ) {}

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** The status of a query with the present token, or with another one. */
  async ask(token = this.token): Promise<number> {
    return (await this.setup.ask({ nombre: this.nombre, token })).status;
  }

  async confirm(title: string, action: string): Promise<void> {
    const dialog = this.dialog(title);
    await this.input.write(dialog.getByRole('textbox'), this.nombre);
    await this.input.press(dialog.getByRole('button', { name: action, exact: true }));
    // By any name: while a dialog fades, its title may already be that of the next step.
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  async rotate(overlap: string): Promise<string> {
    await this.button('Rotar token').click();
    const question = this.dialog('Rotar el token');
    await question
      .getByRole('combobox', { name: 'El token anterior sigue vigente' })
      .selectOption({ label: overlap });
    await question.getByRole('button', { name: 'Rotar token' }).click();
    const dialog = this.dialog('Token nuevo');
    const token = await dialog.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'Copiar token' }).click();
    await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeVisible();
    await look(this.page);
    await dialog.locator('button', { hasText: 'Cerrar' }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.button('Rotar token')).toBeFocused();
    return token;
  }
}

/** A switch keeps its place once the server's answer is shown. */
async function saved(lookup: Locator): Promise<void> {
  await expect(lookup).toHaveAttribute('aria-busy', 'false');
}

test('the life of an integration, to its audit trail', async ({ page, context, setup }) => {
  test.setTimeout(180_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const administrator = await setup.person('admin');
  await signIn(page, administrator);
  const subject = new Subject(page, setup, MOUSE);
  await test.step('created, it answers the command that is shown', () => isCreated(subject));
  await test.step('a disabled lookup answers 403, an enabled one 200', () => isSwitched(subject));
  await test.step('a top-up turns 402 into 200, after the password is asked for again', () =>
    isToppedUp(subject, administrator));
  await test.step('after a rotation the old token works until it is revoked', () =>
    isRotated(subject));
  await test.step('suspended, it answers as an unknown one until it is resumed', () =>
    isSuspended(subject));
  await test.step('the audit log has all of it, without a token', () =>
    isAudited(subject, administrator));
});

if (everything) {
  test('it is created and suspended by keyboard alone', async ({ page, context, setup }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await setup.enter(page, 'admin');
    const subject = new Subject(page, setup, KEYBOARD);
    await isCreated(subject);
    await isSuspended(subject);
  });
}

async function isCreated(subject: Subject): Promise<void> {
  const { page, input, nombre } = subject;
  await open(page, '/console/integrations');
  await input.press(page.getByRole('link', { name: 'Crear integración' }));
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await input.write(name, 'no válido');
  await expect(page.getByText('(no se cumple)')).toHaveCount(1);
  await input.press(subject.button('Crear integración'));
  await expect(page.getByText(/^El nombre lleva de 3 a 64/)).toBeVisible();
  await expect(name).toBeFocused();
  await look(page);
  await input.write(name, nombre.toUpperCase());
  await expect(page.getByText(`Se guardará como ${nombre}`)).toBeVisible();
  await input.press(page.getByLabel('CUI y NIT', { exact: true }));
  await input.write(page.getByLabel('Tarifa por consulta cobrada'), '1.00');
  await input.write(page.getByLabel('Saldo inicial'), '2.00');
  await input.press(subject.button('Crear integración'));
  await expect(page.getByText(`La integración ${nombre} está lista.`)).toBeFocused();
  await look(page);
  subject.token = await page.getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  const command = page.getByRole('textbox', { name: 'Una consulta lista para la terminal' });
  expect(await runInTerminal(await command.inputValue())).toBe(200);
  await input.press(subject.button('Copiar token'));
  await expect(subject.button('Copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(subject.token);
  await input.press(page.getByRole('link', { name: 'Abrir la integración' }));
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
  expect(await page.content()).not.toContain(subject.token);
}

async function isSwitched(subject: Subject): Promise<void> {
  const lookup = subject.page.getByRole('switch', { name: 'CUI y NIT (/catalogos/cui-nit)' });
  const question = subject.dialog('Deshabilitar CUI y NIT (/catalogos/cui-nit)');
  await lookup.click();
  await expect(question).toContainText('1 consulta en los últimos 7 días');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(lookup).toBeChecked();
  await expect(lookup).toBeFocused();
  await lookup.click();
  await question.getByRole('textbox', { name: 'Motivo' }).fill('Contrato sin catálogos');
  await question.getByRole('button', { name: 'Deshabilitar' }).click();
  await saved(lookup);
  expect(await subject.ask()).toBe(403);
  await lookup.click();
  await saved(lookup);
  expect(await subject.ask()).toBe(200);
}

async function isToppedUp(subject: Subject, by: Person): Promise<void> {
  const { page, setup } = subject;
  expect(await subject.ask()).toBe(402);
  await setup.ageReauthentication(by);
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  // The button is on both pages.
  await expect(page.getByRole('heading', { name: 'Saldo', exact: true })).toBeVisible();
  await subject.button('Recargar').click();
  const dialog = subject.dialog('Recargar saldo');
  await dialog.getByRole('textbox', { name: 'Monto' }).fill('1250.50');
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Depósito 4711');
  await dialog.getByRole('button', { name: 'Recargar' }).click();
  const proof = subject.dialog('Confirme que es usted');
  const password = proof.getByRole('textbox', { name: 'Contraseña' });
  await password.fill('wrong password');
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  await look(page);
  await password.fill(by.password);
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Nuevo saldo: Q 1,250.50.')).toBeVisible();
  expect(await subject.ask()).toBe(200);
  await open(page, `/console/integrations/${subject.nombre}/balance`);
  await expect(page.getByRole('row', { name: /Depósito 4711/ })).toContainText('Q 1,250.50');
}

async function isRotated(subject: Subject): Promise<void> {
  const { page, nombre } = subject;
  await page.getByRole('main').getByRole('link', { name: 'Resumen' }).click();
  const old = subject.token;
  const renewed = await subject.rotate('1 hora');
  for (const token of [old, renewed]) expect(await subject.ask(token)).toBe(200);
  await open(page, `/console/integrations/${nombre}`);
  await expect(page.getByText(/^Desde la rotación, .* hizo 1 consulta\.$/)).toBeVisible();
  await subject.button('Revocar el anterior ahora').click();
  const question = subject.dialog('Revocar el token anterior');
  await expect(question).toContainText('Todavía se usa');
  await look(page);
  await question.getByRole('button', { name: 'Revocar el anterior ahora' }).click();
  await expect(page.getByText('Se revocó el token anterior.')).toBeVisible();
  expect(await subject.ask(old)).toBe(401);
  expect(await subject.ask(renewed)).toBe(200);
  subject.token = await subject.rotate('No: se revoca ahora');
  expect(await subject.ask(renewed)).toBe(401);
}

async function isSuspended(subject: Subject): Promise<void> {
  const { page, input } = subject;
  await input.press(subject.button('Suspender'));
  await expect(subject.dialog('Suspender la integración')).toContainText(/\d consultas? en los/);
  await look(page);
  await input.write(page.getByRole('textbox', { name: 'Motivo' }), 'Lo pidió su contador');
  const named = page.getByRole('textbox', { name: `Para confirmar, escriba ${subject.nombre}` });
  await input.write(named, subject.nombre);
  const dialog = subject.dialog('Suspender la integración');
  await input.press(dialog.getByRole('button', { name: 'Suspender', exact: true }));
  await expect(page.getByRole('alert', { name: 'Integración suspendida' })).toContainText(
    'Motivo: Lo pidió su contador',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(subject.button('Reanudar')).toBeFocused();
  expect(await subject.ask()).toBe(401);
  await input.press(subject.button('Reanudar'));
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  expect(await subject.ask()).toBe(200);
}

/** The newest first. */
const TRAIL = [
  /Integración cambiada.*Suspendida: sí → no/,
  /Integración cambiada.*Suspendida: no → síMotivo: Lo pidió su contador/,
  /Token rotado/,
  /Token anterior revocado/,
  /Token rotado/,
  /Recarga.*Depósito 4711/,
  /Integración cambiada.*CUI y NIT: no → sí/,
  /Integración cambiada.*CUI y NIT: sí → noMotivo: Contrato sin catálogos/,
  /Recarga/,
  /Integración creada/,
];

async function isAudited({ page, nombre, token }: Subject, { email }: Person): Promise<void> {
  const recent = page.getByRole('region', { name: 'Bitácora' }).locator('tbody tr');
  await expect(recent).toHaveText(TRAIL.slice(0, 5));
  await page.getByRole('link', { name: 'Ver todos los cambios' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/integrations/${nombre}/changes$`));
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveText(TRAIL);
  await expect(rows.filter({ hasText: email })).toHaveCount(TRAIL.length);
  expect(await page.content()).not.toContain(token);
}

test("one's own quick changes do not count as somebody else's", async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}`);
  await page.getByLabel('Omisos (/catalogos/omisos)').uncheck();
  await page.getByLabel('RTU completo (/catalogos/rtu)').uncheck();
  for (const name of ['Omisos (/catalogos/omisos)', 'RTU completo (/catalogos/rtu)']) {
    await saved(page.getByLabel(name));
    await expect(page.getByLabel(name)).not.toBeChecked();
  }
});

test('support sees an integration and can change nothing', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'soporte', `/console/integrations?q=${nombre}`);
  await expect(page.getByRole('link', { name: 'Todas 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Crear integración|Usuarios/ })).toHaveCount(0);
  await page.getByRole('link', { name: nombre }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
  await expect(page.getByText('Omisos (/catalogos/omisos): sí')).toBeVisible();
  await expect(page.getByText('Comprobantes en las respuestas: no')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: /Rotar|Guardar|Suspender/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Tokens' }).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('link', { name: 'Cambios', exact: true }).click();
  await expect(page.getByRole('row', { name: /Integración creada/ })).toContainText('cli:tests');
  const tabs = page.getByRole('navigation', { name: 'Páginas de la integración' });
  await expect(tabs.locator('[aria-current=page]')).toHaveText(['Cambios']);
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await expect(page.getByText('Q 100.00').first()).toBeVisible();
  await expect(tabs.locator('[aria-current=page]')).toHaveText(['Saldo']);
  await page.goto('/console/users');
  await expect(
    page.getByRole('heading', { name: 'Su rol no tiene acceso a esta página' }),
  ).toBeVisible();
  await page.goto('/console/integrations/no-such-name/balance');
  await expect(page.getByRole('heading', { name: /^No encontramos esta/ })).toBeVisible();
});
