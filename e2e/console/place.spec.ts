import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { noticeTargets, users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { LOOKUPS } from '@/lib/contract/lookups';
import { rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { act } from '@/testing/integration';
import { look } from './accessible';
import { expect, open, type Setup, signIn, test } from './fixtures';

/** An integrator's questions, each answered in at most two actions after signing in. */

async function arrive(page: Page, setup: Setup) {
  const integration = await setup.integration({ flags: ['is_cui_nit_enabled'] });
  const query = await setup.query(integration);
  // Not enabled: refused before its source, which the diagnosis tells.
  await setup.ask(integration, 'omisos');
  await act(setup.db, rotate, {
    nombre: integration.nombre,
    overlapMs: 3_600_000,
    deployment: 'development',
  });
  const person = await setup.placePerson('gestor', integration.id);
  await page.context().clearCookies();
  await signIn(page, person);
  // The first page of the console leads to the place.
  await open(page, '/console');
  return { integration, query, person };
}

const CODE = new RegExp(`^(?:${LOOKUPS.join('|')})$`);

test('the first page answers how much is left, which token ends when, and who is at fault', async ({
  page,
  setup,
}) => {
  const { integration } = await arrive(page, setup);
  await setup.db.insert(noticeTargets).values({
    integrationId: integration.id,
    channel: 'email',
    address: 'ti@example.gt',
    locale: 'es',
    state: 'failing',
    failingSince: new Date(),
    createdBy: 'tests',
    // No other test raises it: a delivery would end the failure.
    types: ['tariff.cancelled'],
  });
  await open(page, '/console');
  await expect(page).toHaveURL(/\/integracion$/);
  await expect(page.getByRole('link', { name: 'Ver qué falla y probarlo' })).toBeVisible();
  await expect(page.getByRole('heading', { name: integration.nombre })).toBeVisible();
  await expect(page.getByText(/Q\s?99\.50 disponibles/)).toBeVisible();
  await expect(page.getByText(/alcanza para/)).toBeVisible();
  await expect(page.getByText('Hay dos tokens vigentes')).toBeVisible();
  await expect(page.getByRole('heading', { name: '¿Es de ustedes o es nuestro?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rotar token' })).toHaveCount(0);
  const support = page.getByRole('link', { name: 'ayuda@pasarela.example' });
  await expect(support).toHaveCount(2);
  await expect(support.last()).toHaveAttribute('href', 'mailto:ayuda@pasarela.example');
  await page.setViewportSize({ width: 1440, height: 900 });
  const codes = await page.locator('code', { hasText: CODE }).all();
  const boxes = await Promise.all(codes.map((code) => code.boundingBox()));
  const ends = boxes.map((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0)));
  expect(new Set(ends).size, 'codes end at the same place').toBe(1);
  await look(page);
});

test('the place says what to correct first, explains a query without naming the integration, and what each lookup cost', async ({
  page,
  setup,
}) => {
  const { query } = await arrive(page, setup);
  await expect
    .poll(async () => {
      await page.reload();
      return (await page.getByRole('heading', { level: 2 }).allTextContents())[0];
    })
    .toBe('Qué hay que corregir');
  await expect(page.getByText('en esas horas se rechazó una solicitud')).toBeVisible();
  await page.getByRole('link', { name: 'Ver las consultas que no recibieron 200' }).click();
  await expect(page).toHaveURL(/\/integracion\/consultas\?period=24h&status=not-200$/);
  await expect(page.getByText('Ninguna consulta coincide en este período.')).toBeVisible();
  await page.getByRole('link', { name: 'Consultas', exact: true }).click();
  await page.locator(`a[href*="${query}"]`).first().click();
  await expect(page.getByTestId('explanation')).toContainText('Se cobró');
  await expect(page.getByText('hoy las de esta integración no llevan constancia')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/integracion/consultas/${query}`));
  await expect(page.getByRole('button', { name: /Mostrar/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /console/ })).toHaveCount(0);
  expect(await page.locator('main a[href^="/console"]').count()).toBe(0);
  await look(page);
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await page.getByRole('link', { name: 'Este mes' }).click();
  await expect(page.getByRole('cell', { name: 'CUI y NIT' }).first()).toBeVisible();
});

test('a manager rotates the token where staff allow it, and staff read who did', async ({
  page,
  setup,
}) => {
  const { integration, person } = await arrive(page, setup);
  const { nombre } = integration;
  await act(setup.db, setIntegration, { nombre, switches: { own_rotation: true } });
  await open(page, '/integracion');
  await page.getByRole('button', { name: 'Rotar token' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('option', { name: 'No: se revoca ahora' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Rotar token' }).click();
  await expect(page.getByRole('dialog', { name: 'Token nuevo' })).toBeVisible();
  await setup.open(page, 'admin', `/console/integrations/${nombre}/changes`);
  await expect(page.getByText('Token rotado por la integración').last()).toBeVisible();
  await expect(page.getByText(person.email.split('@')[0] ?? '').first()).toBeVisible();
});

test('an administrator invites somebody of an integration and disables them', async ({
  page,
  browser,
  setup,
}) => {
  const integration = await setup.integration();
  const email = `invitada-${integration.nombre}@integrador.example`;
  await setup.open(page, 'admin', `/console/integrations/${integration.nombre}`);
  await page.getByLabel('Correo electrónico *').fill(email);
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace de un solo uso' });
  await expect(dialog).toContainText(`por correo a ${email}`);
  const link = await dialog.getByRole('textbox', { name: 'Enlace' }).inputValue();
  const caught = await (await fetch(`${environment().simulatorUrl}/_control/notices`)).text();
  // Its copy in the e-mail has the public address.
  expect(caught).toContain(`${email}`);
  expect(caught).toContain(new URL(link).hash);
  const context = await browser.newContext({ baseURL: environment().serverUrl, locale: 'es-GT' });
  const guest = await context.newPage();
  await guest.goto(link);
  const password = 'una frase muy larga de prueba';
  await guest.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(password);
  await guest.getByRole('textbox', { name: 'Repita la contraseña' }).fill(password);
  await guest.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(guest.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible();
  await signIn(guest, { email, password });
  await open(guest, '/integracion');
  await expect(guest.getByRole('heading', { name: integration.nombre })).toBeVisible();
  await setup.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, email));
  await guest.goto('/integracion/saldo');
  await expect(guest).toHaveURL(/\/login/);
  await context.close();
});

test('an integrador receives notices at the own address, and sees no other target', async ({
  page,
  setup,
}) => {
  const { id } = await setup.integration();
  await setup.db.insert(noticeTargets).values({
    integrationId: id,
    channel: 'email',
    address: 'eva@example.gt',
    createdBy: 'tests',
    state: 'failing',
    failures: 1,
    failingSince: new Date(),
  });
  const person = await setup.placePerson('integrador', id);
  await page.context().clearCookies();
  await signIn(page, person);
  await open(page, '/integracion');
  await expect(page.getByText('Un destino de sus avisos falla')).toBeVisible();
  await open(page, '/integracion/avisos');
  await expect(page.getByText('eva@example.gt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Agregar destino' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar destino' });
  await expect(dialog.getByText('Webhook')).toHaveCount(0);
  await expect(dialog.getByRole('textbox', { name: 'Dirección' })).toHaveValue(person.email);
  await look(page);
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click();
  const targets = page.getByRole('region', { name: 'Destinos' });
  await expect(targets).toContainText(person.email);
  await expect(targets).toContainText('Sin confirmar');
  await expect(page.getByRole('button', { name: 'Agregar destino' })).toHaveCount(0);
  await look(page);
});
