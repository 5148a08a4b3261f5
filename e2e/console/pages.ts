import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Permission } from '@/lib/permissions';
import type { Office, Person } from './fixtures';

/**
 * The pages, one entry each; a page of the app without one fails `pages.spec.ts`. From here the tests
 * learn who may open it, what it is called, and what else it shows or opens.
 */

/** Who may open something: `user` is everybody with a session. */
export type Access = 'anybody' | 'user' | Permission;

/** What addresses are filled in with. */
export interface World {
  readonly office: Office;
  /** The administrator that the browser is signed in as. */
  readonly person: Person;
  /** Somebody else. */
  readonly colleague: Person;
  readonly nombre: string;
  /** The id of a query of that integration. */
  readonly query: string;
}

export interface PageCase {
  readonly access: Access;
  /** A heading that it alone has, in both languages. */
  readonly heading: readonly [es: string, en: string];
  /**
   * What leaves only this test's own rows on it. It shows all there are, and looking at hundreds that
   * other tests made takes half a minute.
   */
  readonly narrowed?: (world: Pick<World, 'nombre' | 'colleague'>) => string;
  /** Other states of it that the address brings about. */
  readonly states?: readonly string[];
  /** What opens above it or changes it, by name, from the page as it comes. */
  readonly opens?: Readonly<Record<string, (page: Page, world: World) => Promise<unknown>>>;
}

/** For integrators and open to anybody; `docs.spec.ts` looks at them. */
export const DOCUMENTATION: readonly string[] = ['/docs', '/docs/reference'];

/** By the name of `pagesOfApp()`. */
export const PAGES: Readonly<Record<string, PageCase>> = {
  '/': { access: 'anybody', heading: ['Pasarela', 'Pasarela'] },
  '/login': {
    access: 'anybody',
    heading: ['Iniciar sesión', 'Sign in'],
    opens: { 'a refusal': refuseSignIn },
  },
  '/invite/[code]': { access: 'anybody', heading: ['Elegir contraseña', 'Choose a password'] },
  '/console': {
    access: 'user',
    heading: ['Resumen', 'Overview'],
    states: ['?period=7d', '?period=30d'],
    opens: {
      'what a figure means': (page) =>
        page.getByRole('button', { name: 'Qué significa: p95' }).focus(),
      'the bars as a table': (page) => page.getByText('Ver como tabla').click(),
    },
  },
  '/console/[...rest]': {
    access: 'user',
    heading: ['No encontramos esta página', 'Page not found'],
  },
  '/console/account': {
    access: 'user',
    heading: ['Mi cuenta', 'My account'],
    opens: {
      'the account menu': (page) => page.getByRole('button', { name: 'Mi cuenta' }).click(),
      'the secret of a second factor': (page) => press(page, 'Activar'),
    },
  },
  '/console/audit': {
    access: 'audit.read',
    heading: ['Bitácora', 'Audit log'],
    states: ['?target=nothing-of-that-name', '?actor=cli:tests&from=2020-01-01'],
  },
  '/console/integrations': {
    access: 'user',
    heading: ['Integraciones', 'Integrations'],
    states: ['?q=no-such-name', '?state=low', '?sort=-runway', '?page=900'],
    opens: {
      'the search': (page) => search(page, ''),
      'the search with a result': (page, { nombre }) => search(page, nombre),
      'the search without a result': (page) => search(page, 'no-such-thing'),
      'the navigation of a narrow screen': openNavigation,
    },
  },
  '/console/integrations/[nombre]': {
    access: 'user',
    heading: ['Consultas', 'Lookups'],
    opens: {
      'the question before suspending': (page) => press(page, 'Suspender'),
      'the question before a rotation': (page) => press(page, 'Rotar token'),
      'a new token': rotate,
      'the question before a new token is lost': loseToken,
      'the question before a token is ended': endToken,
      'the password again': askPassword,
      'a refused description': refuseDescription,
      'the question before leaving': leaveDescription,
    },
  },
  '/console/integrations/[nombre]/balance': {
    access: 'user',
    heading: ['Movimientos', 'Ledger'],
    states: ['?from=2020-01-01&kind=cobro'],
    opens: {
      'a top-up': (page) => openMovement(page, 'Recargar'),
      'an adjustment': (page) => openMovement(page, 'Ajustar'),
      'a change of tariff': (page) => openMovement(page, 'Cambiar tarifa'),
    },
  },
  '/console/integrations/[nombre]/balance/print': {
    access: 'user',
    heading: ['Estado de cuenta', 'Statement of account'],
  },
  '/console/matrix': {
    access: 'user',
    heading: ['Matriz de consultas', 'Lookup matrix'],
    narrowed: ({ nombre }) => `?q=${nombre}`,
    states: ['?q=no-such-name'],
    opens: { 'the question before a lookup in use is turned off': askBeforeTurningOff },
  },
  '/console/integrations/[nombre]/queries': {
    access: 'user',
    heading: ['Consultas', 'Queries'],
    states: ['?status=500&period=30d&live=1'],
  },
  '/console/new-integration': {
    access: 'integration.create',
    heading: ['Crear integración', 'Create integration'],
    opens: { 'a refused name': refuseName, 'a new integration': createIntegration },
  },
  '/console/queries': {
    access: 'user',
    heading: ['Consultas', 'Queries'],
    states: ['?request=no-such-request', '?integration=no-such-name'],
    opens: { 'an export with its reason': openExport, 'the saved views': manageViews },
  },
  '/console/queries/[id]': {
    access: 'user',
    heading: ['Qué pasó', 'What happened'],
    opens: { 'the return of a charge': (page) => openMovement(page, 'Devolver el cobro') },
  },
  '/console/statistics': {
    access: 'user',
    heading: ['Estadísticas', 'Statistics'],
    states: ['?period=13m', '?period=30d&lookup=omisos', '?integration=no-such-name'],
    opens: {
      'a chart as a table': (page) => page.getByText('Ver como tabla: Latencia').click(),
      'what a chart holds at a time': (page) =>
        page.getByRole('slider', { name: 'Volumen' }).press('End'),
    },
  },
  '/console/users': {
    access: 'user.read',
    heading: ['Usuarios', 'Users'],
    narrowed: ({ colleague }) => `?q=${colleague.email.split('@')[0]}`,
    states: ['?q=nobody-of-that-name'],
    opens: {
      'the menu of a user': openUserMenu,
      'the question before disabling': confirmDisabling,
      'an invitation': invite,
    },
  },
};

/** The address of a page in a world where everything it names exists. */
export function addressOf(
  page: string,
  { nombre, query }: Pick<World, 'nombre' | 'query'>,
): string {
  return page
    .replace('[nombre]', nombre)
    .replace('[id]', query)
    .replace('[code]', 'no-such-code')
    .replace('[...rest]', 'no-such-page');
}

export function narrowedAddressOf(
  page: string,
  world: Pick<World, 'nombre' | 'query' | 'colleague'>,
): string {
  return addressOf(page, world) + (PAGES[page]?.narrowed?.(world) ?? '');
}

function press(page: Page | Locator, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar en la consola' }).fill(text);
  await page
    .getByRole('status')
    .filter({ hasText: /resultado|Nada coincide/ })
    .waitFor();
}

/** Only a narrow screen has the button. */
async function openNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menú' });
  if (await menu.isVisible()) await menu.click();
}

async function askBeforeTurningOff(page: Page, { office, nombre }: World): Promise<void> {
  await office.db.execute(sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT id, guatemala_day(now()), 'rtu', 7, 0, now() FROM integrations
    WHERE nombre = ${nombre} ON CONFLICT DO NOTHING`);
  await page.goto(`/console/matrix?q=${nombre}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('switch', { name: `${nombre}: RTU por NIT (rtu)` }).press('Space');
  await page.getByRole('dialog', { name: 'Deshabilitar RTU por NIT (rtu)' }).waitFor();
}

async function rotate(page: Page): Promise<void> {
  await press(page, 'Rotar token');
  await press(page.getByRole('dialog', { name: 'Rotar el token' }), 'Rotar token');
  await page.getByRole('dialog', { name: 'Token nuevo' }).waitFor();
}

async function loseToken(page: Page): Promise<void> {
  await rotate(page);
  await page.keyboard.press('Escape');
  await page.getByText('Cerrar sin copiar').waitFor();
}

async function endToken(page: Page): Promise<void> {
  await rotate(page);
  await page.reload();
  await press(page, 'Revocar el anterior ahora');
  await page.getByRole('dialog', { name: 'Revocar el token anterior' }).waitFor();
}

async function askPassword(page: Page, { office, person }: World): Promise<void> {
  await office.db.execute(sql`UPDATE console_sessions SET proven_at = proven_at - interval '1 hour'
    WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
  await press(page, 'Rotar token');
  await press(page.getByRole('dialog', { name: 'Rotar el token' }), 'Rotar token');
  const dialog = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await dialog.getByRole('textbox', { name: 'Contraseña' }).fill('wrong password');
  await press(dialog, 'Confirmar');
  await dialog.getByRole('alert').waitFor();
}

async function refuseDescription(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('no es un correo');
  const notes = `${'Una línea de notas.\n'.repeat(40)}${'w'.repeat(400)}`;
  await page.getByLabel('Notas').fill(notes);
  await press(page, 'Guardar');
  await page.getByText('El correo electrónico no es válido.').waitFor();
}

async function leaveDescription(page: Page): Promise<void> {
  await refuseDescription(page);
  await page.getByRole('link', { name: 'Saldo', exact: true }).click();
  await page.getByRole('dialog', { name: '¿Salir de esta página?' }).waitFor();
}

async function refuseSignIn(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill('nobody@pasarela.example');
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('not the password');
  await press(page, 'Entrar');
  await page.getByRole('alert').filter({ hasText: 'no son correctos' }).waitFor();
}

async function openExport(page: Page): Promise<void> {
  await press(page, 'Exportar');
  await page.getByLabel('Incluir los identificadores completos').check();
  await page.getByLabel('Motivo').waitFor();
}

async function manageViews(page: Page): Promise<void> {
  await press(page, 'Guardar vista');
  const dialog = page.getByRole('dialog', { name: 'Guardar vista' });
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(`Vista ${'muy larga '.repeat(5)}`);
  await press(dialog, 'Guardar');
  await press(page, 'Administrar vistas');
  await page.getByRole('textbox', { name: 'Nombre de Vista muy larga' }).waitFor();
}

async function openMovement(page: Page, name: string): Promise<void> {
  await press(page, name);
  const dialog = page.getByRole('dialog');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('[aria-invalid=true]').first().waitFor();
}

async function refuseName(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Nombre' }).fill('ñ'.repeat(65));
  await press(page, 'Crear integración');
  await page.getByText('(no se cumple)').first().waitFor();
}

async function createIntegration(page: Page): Promise<void> {
  const nombre = `largo-${randomBytes(29).toString('hex')}`;
  await page.getByRole('textbox', { name: 'Nombre' }).fill(nombre);
  await press(page, 'Crear integración');
  await page.getByRole('button', { name: 'Copiar token' }).waitFor();
}

async function openUserMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Acciones sobre/ })
    .first()
    .click();
  await page.getByRole('menu').waitFor();
}

async function confirmDisabling(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Deshabilitar' }).click();
  await page.getByRole('dialog', { name: 'Deshabilitar' }).waitFor();
}

async function invite(page: Page): Promise<void> {
  const email = `guest-${Date.now()}@pasarela.example`;
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await press(page, 'Crear enlace');
  await page.getByRole('dialog', { name: 'Enlace de invitación' }).waitFor();
}
