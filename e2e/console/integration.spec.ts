import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { freshAddress } from '@/e2e/gateway/entry-point';
import { wellKnown } from '@/simulator/well-known';
import { expect, type Office, open, type Person, signIn, test } from './fixtures';
import { HANDS, type Hands } from './hands';

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

/** Runs what the page gave for the terminal, as somebody who pasted it would. */
async function runInTerminal(command: string): Promise<number> {
  const more = `-o /dev/null -w '%{http_code}' -H 'x-forwarded-for: ${freshAddress()}'`;
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} ${more}`]);
  return Number(stdout);
}

/** What the story needs at hand. */
class Story {
  readonly nombre = `vida-${randomBytes(4).toString('hex')}`;
  token = '';

  constructor(
    readonly page: Page,
    readonly hands: Hands,
  ) {}

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name });
  }

  async confirm(title: string, action: string): Promise<void> {
    const dialog = this.dialog(title);
    await this.hands.write(dialog.getByRole('textbox'), this.nombre);
    await this.hands.press(dialog.getByRole('button', { name: action, exact: true }));
    // Whatever it is called by now: while it fades it may speak of the next step already.
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  async rotate(overlap: string): Promise<string> {
    const { hands, page } = this;
    await hands.press(this.button('Rotar token'));
    const question = this.dialog('Rotar el token');
    const field = question.getByRole('combobox', { name: 'El token anterior sigue vigente' });
    await hands.choose(field, overlap);
    await hands.press(question.getByRole('button', { name: 'Rotar token' }));
    const dialog = this.dialog('Token nuevo');
    const token = await dialog.getByRole('textbox', { name: 'Token' }).inputValue();
    await hands.press(dialog.getByRole('button', { name: 'Copiar token' }));
    await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeVisible();
    await hands.press(dialog.locator('button', { hasText: 'Cerrar' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(this.button('Rotar token')).toBeFocused();
    return token;
  }

  async topUp(quetzales: string): Promise<void> {
    const { hands } = this;
    await hands.press(this.button('Recargar'));
    const dialog = this.dialog('Recargar saldo');
    await hands.write(dialog.getByRole('textbox', { name: 'Monto' }), quetzales);
    await hands.write(dialog.getByRole('textbox', { name: 'Nota' }), 'Depósito 4711');
    await hands.press(dialog.getByRole('button', { name: 'Recargar' }));
  }
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

for (const hand of ['mouse', 'keyboard'] as const) {
  test(`the life of an integration, from its creation to its audit trail, by ${hand}`, async ({
    page,
    context,
    office,
  }) => {
    test.setTimeout(120_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const administrator = await office.person('admin');
    await signIn(page, administrator);
    const story = new Story(page, HANDS[hand](page));
    await test.step('it is created, and the shown command answers', () => isCreated(story));
    await test.step('a lookup turned off answers 403, and 200 when it is on again', () =>
      isSwitched(story));
    await test.step('a top-up turns 402 into 200, and the password is asked for again', () =>
      isToppedUp(story, office, administrator));
    await test.step('a rotation lets the old token work until it is ended', () => isRotated(story));
    await test.step('suspended it answers as if it did not exist, until it is resumed', () =>
      isSuspended(story));
    await test.step('all of it stands in the audit log, without a token', () =>
      isAudited(story, administrator.email));
  });
}

async function isCreated(story: Story): Promise<void> {
  const { page, hands, nombre } = story;
  await open(page, '/console/integrations');
  await hands.press(page.getByRole('link', { name: 'Crear integración' }));
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await hands.write(name, 'no válido');
  await expect(page.getByText('(no se cumple)')).toHaveCount(1);
  await hands.press(story.button('Crear integración'));
  await expect(page.getByText(/^El nombre lleva de 3 a 64/)).toBeVisible();
  await expect(name).toBeFocused();
  await hands.write(name, nombre.toUpperCase());
  await expect(page.getByText(`Se guardará como ${nombre}`)).toBeVisible();
  await hands.press(page.getByLabel('CUI y NIT (cui-nit)'));
  await hands.write(page.getByLabel('Tarifa por consulta cobrada'), '1.00');
  await hands.write(page.getByLabel('Saldo inicial'), '2.00');
  await hands.press(story.button('Crear integración'));
  await expect(page.getByText(`La integración ${nombre} está lista.`)).toBeFocused();
  story.token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  const command = page.getByRole('textbox', { name: 'Una consulta lista para la terminal' });
  expect(await runInTerminal(await command.inputValue())).toBe(200);
  await hands.press(story.button('Copiar token'));
  await expect(story.button('Copiado')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(story.token);
  await hands.press(page.getByRole('link', { name: 'Abrir la integración' }));
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
  expect(await page.content()).not.toContain(story.token);
}

async function isSwitched(story: Story): Promise<void> {
  const { page, hands } = story;
  const lookup = page.getByRole('switch', { name: 'CUI y NIT (cui-nit)' });
  const question = story.dialog('Deshabilitar CUI y NIT (cui-nit)');
  await hands.press(lookup);
  await expect(question).toContainText('1 consulta en los últimos 7 días');
  await hands.press(question.getByRole('button', { name: 'Cancelar' }));
  await expect(lookup).toBeChecked();
  await expect(lookup).toBeFocused();
  await hands.press(lookup);
  await hands.press(question.getByRole('button', { name: 'Deshabilitar' }));
  await saved(lookup);
  expect(await ask(page, story)).toBe(403);
  await hands.press(lookup);
  await saved(lookup);
  expect(await ask(page, story)).toBe(200);
}

async function isToppedUp(story: Story, office: Office, by: Person): Promise<void> {
  const { page, hands } = story;
  expect(await ask(page, story)).toBe(402);
  await ageProof(office, by.email);
  await hands.press(page.getByRole('link', { name: 'Saldo', exact: true }));
  await story.topUp('1250.50');
  const proof = story.dialog('Confirme que es usted');
  const password = proof.getByRole('textbox', { name: 'Contraseña' });
  await hands.write(password, 'wrong password');
  await hands.press(proof.getByRole('button', { name: 'Confirmar' }));
  await expect(proof.getByRole('alert')).toBeVisible();
  await hands.write(password, by.password);
  await hands.press(proof.getByRole('button', { name: 'Confirmar' }));
  await expect(page.getByText('Nuevo saldo: Q 1,250.50.')).toBeVisible();
  expect(await ask(page, story)).toBe(200);
  await open(page, `/console/integrations/${story.nombre}/balance`);
  await expect(page.getByRole('row', { name: /Depósito 4711/ })).toContainText('Q 1,250.50');
}

async function isRotated(story: Story): Promise<void> {
  const { page, hands, nombre } = story;
  await hands.press(page.getByRole('main').getByRole('link', { name: 'Resumen' }));
  const old = story.token;
  const renewed = await story.rotate('1 hora');
  for (const token of [old, renewed]) expect(await ask(page, { nombre, token })).toBe(200);
  await open(page, `/console/integrations/${nombre}`);
  await expect(page.getByText(/^Desde la rotación, .* hizo 1 consulta\.$/)).toBeVisible();
  await hands.press(story.button('Revocar el anterior ahora'));
  const question = story.dialog('Revocar el token anterior');
  await expect(question).toContainText('Todavía se usa');
  await hands.press(question.getByRole('button', { name: 'Revocar el anterior ahora' }));
  await expect(page.getByText('Se revocó el token anterior.')).toBeVisible();
  expect(await ask(page, { nombre, token: old })).toBe(401);
  expect(await ask(page, { nombre, token: renewed })).toBe(200);
  story.token = await story.rotate('No: se revoca ahora');
  expect(await ask(page, { nombre, token: renewed })).toBe(401);
}

async function isSuspended(story: Story): Promise<void> {
  const { page, hands } = story;
  await hands.press(story.button('Suspender'));
  await expect(story.dialog('Suspender la integración')).toContainText(/\d consultas en los/);
  await story.confirm('Suspender la integración', 'Suspender');
  await expect(page.getByText('Suspendida', { exact: true })).toBeVisible();
  await expect(story.button('Reanudar')).toBeFocused();
  expect(await ask(page, story)).toBe(401);
  await hands.press(story.button('Reanudar'));
  await story.confirm('Reanudar la integración', 'Reanudar');
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  expect(await ask(page, story)).toBe(200);
}

/** The newest first. */
const TRAIL = [
  /Integración cambiada.*Suspendida: sí → no/,
  /Integración cambiada.*Suspendida: no → sí/,
  /Token rotado/,
  /Token anterior revocado/,
  /Token rotado/,
  /Recarga.*Depósito 4711/,
  /Integración cambiada.*CUI y NIT \(cui-nit\): no → sí/,
  /Integración cambiada.*CUI y NIT \(cui-nit\): sí → no/,
  /Recarga/,
  /Integración creada/,
];

async function isAudited({ page, hands, nombre, token }: Story, email: string): Promise<void> {
  const recent = page.getByRole('region', { name: 'Bitácora' }).locator('tbody tr');
  await expect(recent).toHaveText(TRAIL.slice(0, 5));
  await hands.press(page.getByRole('link', { name: 'Ver todos los cambios' }));
  await expect(page).toHaveURL(new RegExp(`/console/audit\\?target=${nombre}$`));
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveText(TRAIL);
  await expect(rows.filter({ hasText: email })).toHaveCount(TRAIL.length);
  expect(await page.content()).not.toContain(token);
}

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
  await expect(second.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(second.getByLabel('RTU por NIT (rtu)')).toBeChecked();
  await expect(second.getByLabel('Omisos (omisos)')).not.toBeChecked();
});

test('support sees an integration and can change nothing', async ({ page, office }) => {
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration();
  await open(page, `/console/integrations?q=${nombre}`);
  await expect(page.getByRole('link', { name: 'Todas 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Crear integración' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Usuarios' })).toHaveCount(0);
  await page.getByRole('link', { name: nombre }).click();
  await expect(page.getByRole('heading', { name: nombre })).toBeVisible();
  await expect(page.getByText('Omisos (omisos): sí')).toBeVisible();
  await expect(page.getByText('Comprobantes en las respuestas: no')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  for (const name of ['Rotar token', 'Guardar', 'Suspender']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  for (const name of ['Tokens', 'Cambios recientes']) {
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
  }
  expect(await page.content()).not.toContain('pas_dev_');
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await expect(page.getByText('Q 100.00').first()).toBeVisible();
  for (const name of ['Recargar', 'Cambiar tarifa']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.goto('/console/users');
  await expect(
    page.getByRole('heading', { name: 'Su rol no tiene acceso a esta página' }),
  ).toBeVisible();
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
