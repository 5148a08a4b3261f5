import type { APIRequestContext } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { freshAddress } from '@/e2e/gateway/entry-point';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { may, PERMISSIONS, ROLES, type Role } from '@/lib/permissions';
import { functionNames } from '@/testing/action-names';
import { expect, type Office, signInBy, test } from './fixtures';
import { actionIds, actionsOfApp, pagesOfApp, routesOfApp } from './matrix';
import { type Access, addressOf, DOCUMENTATION, PAGES } from './pages';
import { startWithoutProxy } from './without-proxy';

/**
 * Who gets through to what. Every page, route and action of app/ is asked for as each role and without
 * one, also with the proxy taken out of the build. What an action needs follows from its name.
 */

type Visitor = 'nobody' | 'disabled' | Role;

const VISITORS: readonly Visitor[] = ['nobody', 'disabled', ...ROLES];

function isAllowed(access: Access, visitor: Visitor): boolean {
  if (access === 'anybody') return true;
  if (visitor === 'nobody' || visitor === 'disabled') return false;
  return access === 'user' || may(visitor, access);
}

/** Who may open each page. */
const ACCESS: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(Object.entries(PAGES).map(([page, { access }]) => [page, access])),
  ...Object.fromEntries(DOCUMENTATION.map((page) => [page, 'anybody' as const])),
};

/** Files that pages of the console offer, with what stands in them. */
const DOWNLOADS: Readonly<Record<string, { access: Access; mark: string }>> = {
  '/console/integrations/[nombre]/balance/statement.csv': {
    access: 'user',
    mark: 'numero,fecha_guatemala',
  },
  '/console/queries/newer': { access: 'user', mark: '"count":' },
};

/** Lookups have credentials of their own: a console session opens none of them. */
const ROUTES: readonly string[] = [
  '/api/auth/[...nextauth]',
  '/docs/reference/component',
  '/health',
  '/openapi.json',
  ...Object.keys(DOWNLOADS),
  // By POST, for it leaves an audit row: `export.spec.ts` asks for it as nobody and as each role.
  '/console/queries/export.csv',
  ...LOOKUPS.map((lookup) => lookupFacts[lookup].path),
];

/** Actions that need no session. */
const OPEN = ['chooseLocale', 'acceptInvitation'];

/** What each action of the app needs: the permission of its name, or else a session. */
const ACTIONS: ReadonlyMap<string, Access> = new Map(
  actionsOfApp().map((action) => [action, accessOf(action.split('#')[1] ?? '')]),
);

function accessOf(name: string): Access {
  if (OPEN.includes(name)) return 'anybody';
  return PERMISSIONS.find((permission) => functionNames(permission).includes(name)) ?? 'user';
}

interface Site {
  readonly request: APIRequestContext;
  readonly origin: string;
  readonly nombre: string;
  /** Id of a query of that integration. */
  readonly query: string;
  /** Somebody whose address only the pages for administrators show. */
  readonly secret: string;
}

/** A session that was good, for everybody but `nobody`; `disabled` lost the account since. */
async function enter(office: Office, request: APIRequestContext, visitor: Visitor): Promise<void> {
  if (visitor === 'nobody') return;
  const person = await office.person(visitor === 'disabled' ? 'admin' : visitor);
  await signInBy(request, person);
  if (visitor !== 'disabled') return;
  await office.db
    .update(users)
    .set({ disabledAt: new Date() })
    .where(eq(users.email, person.email));
}

/** Text that stands in the answer only when the page opened. */
function markOf(page: string, { nombre, query, secret }: Site): string {
  const marks: Readonly<Record<string, string>> = {
    '/': 'POST',
    '/docs': 'id="errores"',
    '/docs/reference': 'id="contenido"',
    '/login': 'type="email"',
    '/invite/[code]': 'Este enlace ya se us',
    '/console': '>Resumen</h1>',
    '/console/account': '>Mi cuenta</h1>',
    '/console/audit': secret,
    '/console/integrations': `/console/integrations/${nombre}`,
    '/console/integrations/[nombre]': '>Consultas</h2>',
    '/console/integrations/[nombre]/balance': '>Movimientos</h2>',
    '/console/matrix': '>Matriz de consultas</h1>',
    '/console/integrations/[nombre]/balance/print': '>Estado de cuenta</h2>',
    '/console/integrations/[nombre]/queries': `/console/queries/${query}`,
    '/console/new-integration': '>Crear integración</h1>',
    '/console/queries': `/console/queries/${query}`,
    '/console/queries/[id]': '>Qué pasó</h2>',
    '/console/statistics': '>Estadísticas</h1>',
    '/console/users': secret,
  };
  return marks[page] ?? `no mark of ${page}`;
}

/** Where what tells that a page opened stands on its first screen, whatever else there is. */
function narrowed(page: string, site: Pick<Site, 'nombre' | 'query'>): string {
  return addressOf(page, site)
    .replace(/^\/console\/queries$/, `/console/queries?integration=${site.nombre}`)
    .replace(/integrations$/, `integrations?q=${site.nombre}`)
    .replace(/audit$/, 'audit?action=user.create');
}

/** As a document and as the data that a link inside the console asks for. */
async function opens(site: Site, page: string): Promise<boolean> {
  const path = narrowed(page, site);
  const answer = await site.request.get(path, { maxRedirects: 0 });
  const data = await site.request.get(path, { maxRedirects: 0, headers: { rsc: '1' } });
  const leaks = (await data.text()).includes(site.secret);
  // These show nothing of their own, or not to everybody: to be let in is to be sent on, or told that
  // there is no such page.
  if (page === '/login' && answer.headers().location === '/console') return true;
  if (page === '/console/[...rest]') return answer.headers().location !== '/login';
  return leaks || (await answer.text()).includes(markOf(page, site));
}

/** No copy may be kept on the way, with or without the proxy. */
async function hands(site: Site, path: string, mark: string): Promise<boolean> {
  const answer = await site.request.get(addressOf(path, site), { maxRedirects: 0 });
  const opened = (await answer.text()).includes(mark);
  if (opened) expect(answer.headers()['cache-control']).toBe('no-store');
  return opened;
}

/** True when the action answered with a value of its own, whichever. */
async function answers({ request, origin }: Site, action: string, id: string): Promise<boolean> {
  const inConsole = action.includes('/users.ts#') ? '/console/users' : '/login';
  const answer = await request.post(inConsole, {
    maxRedirects: 0,
    headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', origin },
    data: '[{"unexpected":true}]',
  });
  return (await answer.text()).includes('"ok":');
}

async function reached(site: Site): Promise<string[]> {
  const open: string[] = [];
  for (const page of Object.keys(ACCESS)) if (await opens(site, page)) open.push(page);
  for (const [path, { mark }] of Object.entries(DOWNLOADS)) {
    if (await hands(site, path, mark)) open.push(path);
  }
  const ids = actionIds();
  for (const action of ACTIONS.keys()) {
    if (await answers(site, action, ids.get(action) ?? 'absent')) open.push(action);
  }
  for (const lookup of LOOKUPS) {
    const answer = await site.request.post(lookupFacts[lookup].path, { data: {} });
    if (answer.status() !== 403) open.push(lookupFacts[lookup].path);
  }
  return open.sort();
}

function allowed(visitor: Visitor): string[] {
  const pages = Object.entries(ACCESS);
  const downloads = Object.entries(DOWNLOADS).map(([path, { access }]) => [path, access] as const);
  return [...pages, ...downloads, ...ACTIONS]
    .filter(([, access]) => isAllowed(access, visitor))
    .map(([name]) => name)
    .sort();
}

test('everything under app/ stands in the matrix', () => {
  expect(pagesOfApp()).toEqual(Object.keys(ACCESS).sort());
  expect(routesOfApp()).toEqual([...ROUTES].sort());
  const used = [...ACTIONS.values()];
  const without = PERMISSIONS.filter((permission) => !used.includes(permission));
  expect(without).toEqual(['query.export', 'user.create', 'user.read', 'audit.read']);
});

/** What a page of the console answers: led to the form, refused, not there, or shown. */
function statusOf(page: string, visitor: Visitor): number {
  if (['nobody', 'disabled'].includes(visitor)) return 307;
  if (page === '/console/[...rest]') return 404;
  return isAllowed(ACCESS[page] ?? 'audit.read', visitor) ? 200 : 403;
}

test('a page that is refused or does not exist says so by its status', async ({
  office,
  playwright,
}) => {
  const integration = await office.integration();
  const subject = { nombre: integration.nombre, query: await office.query(integration) };
  const pages = Object.keys(PAGES).filter((page) => page.startsWith('/console'));
  for (const visitor of VISITORS) {
    const request = await playwright.request.newContext({
      baseURL: environment().serverUrl,
      extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
    });
    await enter(office, request, visitor);
    const ask = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
    for (const page of pages) {
      expect(await ask(addressOf(page, subject)), `${page} as ${visitor}`).toBe(
        statusOf(page, visitor),
      );
    }
    for (const path of [
      '/console/integrations/no-such-integration',
      '/console/integrations/no%20name',
      '/console/queries/01a1fe98-607c-7155-addd-59a6e0225b4b',
      '/console/queries/not-an-id',
    ]) {
      expect(await ask(path), path).toBe(statusOf('/console/[...rest]', visitor));
    }
    await request.dispose();
  }
});

test('each visitor opens what it may and nothing else', async ({ office, playwright }) => {
  test.setTimeout(90_000);
  await everybody(office, playwright.request, environment().serverUrl);
});

test('the same holds without the proxy', async ({ office, playwright }) => {
  test.setTimeout(120_000);
  const app = await startWithoutProxy(environment().variables);
  try {
    await everybody(office, playwright.request, app.url);
    const page = await fetch(`${app.url}/login`);
    expect(page.headers.get('content-security-policy')).toBeNull();
  } finally {
    await app.stop();
  }
});

async function everybody(
  office: Office,
  requests: { newContext(options: object): Promise<APIRequestContext> },
  origin: string,
): Promise<void> {
  const { email: secret } = await office.person('soporte');
  const integration = await office.integration();
  const query = await office.query(integration);
  const { nombre } = integration;
  for (const visitor of VISITORS) {
    const extraHTTPHeaders = { 'x-forwarded-for': freshAddress() };
    const request = await requests.newContext({ baseURL: origin, extraHTTPHeaders });
    await enter(office, request, visitor);
    expect(await reached({ request, origin, nombre, query, secret }), visitor).toEqual(
      allowed(visitor),
    );
    await request.dispose();
  }
}
