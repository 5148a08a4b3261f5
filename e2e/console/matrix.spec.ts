import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { isPlaceRole, may, PERMISSIONS, ROLES, type Role } from '@/lib/access/permissions';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { functionNames } from '@/testing/action-names';
import { freshAddress } from '@/testing/address';
import { actionsOfApp, pagesOfApp, routesOfApp } from '@/testing/reachable';
import { everything } from '@/testing/scope';
import { expect, type Person, type Setup, signInBy, test } from './fixtures';
import { callAction } from './matrix';
import {
  type Access,
  addressOf,
  DOCUMENTATION,
  narrowedAddressOf,
  PAGES,
  type Subjects,
} from './pages';
import { startWithoutProxy } from './without-proxy';

/**
 * The authorisation matrix. Every page, route and action of app/ is requested as each role and
 * without one, also with the proxy taken out of the build. What an action requires follows from its
 * name.
 */

type Caller = 'nobody' | 'disabled' | Role;

const CALLERS: readonly Caller[] = ['nobody', 'disabled', ...ROLES];

/** Staff and people of an integration share no page or action but those of one's account and of targets. */
const OF_PLACE = /^\/integracion|\/place\.ts#/;

/** Names what a page or action requires. Targets require `notice.configure` or `notice.configure_own`. */
type Required = Access | 'targets';

function isAllowed(subject: string, access: Required, caller: Caller): boolean {
  if (access === 'anybody') return true;
  if (caller === 'nobody' || caller === 'disabled') return false;
  if (access === 'session') return true;
  if (access === 'targets') {
    return may(caller, 'notice.configure') || may(caller, 'notice.configure_own');
  }
  if (isPlaceRole(caller) !== OF_PLACE.test(subject)) return false;
  return access === 'user' || may(caller, access);
}

/** Callers who may open each page. */
const ACCESS: Readonly<Record<string, Access>> = {
  ...Object.fromEntries(Object.entries(PAGES).map(([page, { access }]) => [page, access])),
  ...Object.fromEntries(DOCUMENTATION.map((page) => [page, 'anybody' as const])),
};

/** Files that pages of the console offer, with what stands in them. */
const DOWNLOADS: Readonly<Record<string, { access: Access; mark: string }>> = {
  '/integracion/saldo/statement.csv': { access: 'place.read', mark: 'numero,fecha_guatemala' },
  '/console/integrations/[nombre]/balance/statement.csv': {
    access: 'user',
    mark: 'numero,fecha_guatemala',
  },
};

/** Lookups have credentials of their own: a console session opens none of them. */
const ROUTES: readonly string[] = [
  '/.well-known/security.txt',
  '/api/auth/[...nextauth]',
  '/docs/changes.atom',
  '/docs/clientes/[file]',
  '/docs/reference/component',
  '/.well-known/jwks.json',
  '/verificar/comprobar',
  '/avisos/baja',
  '/avisos/confirmar',
  '/estado.atom',
  '/estado.json',
  '/estado/api/v2/[document]',
  '/health',
  '/openapi.json',
  ...Object.keys(DOWNLOADS),
  // By POST, for it leaves an audit row: `export.spec.ts` asks for it as nobody and as each role.
  '/console/queries/export.csv',
  ...LOOKUPS.map((lookup) => lookupFacts[lookup].path),
];

/** Actions that need no session. */
const OPEN = ['chooseLocale', 'readInvitation', 'acceptInvitation'];

/** Actions on one's own account, which everybody with a session has. */
const OWN = /^ui\/actions\/account\.ts#|#setPreferences$/;

/** Requirement of each action: the permission of its name, or else a session. */
const ACTIONS: ReadonlyMap<string, Required> = new Map(
  actionsOfApp().map((action) => [action, OWN.test(action) ? 'session' : accessOf(action)]),
);

function accessOf(action: string): Required {
  const [file, name = ''] = action.split('#');
  if (file === 'ui/actions/notices.ts') return 'targets';
  if (OPEN.includes(name)) return 'anybody';
  return PERMISSIONS.find((permission) => functionNames(permission).includes(name)) ?? 'user';
}

interface Site extends Subjects {
  readonly request: APIRequestContext;
  readonly origin: string;
}

/** Signs in everybody but `nobody`; `disabled` loses the account afterwards. */
async function enter(
  setup: Setup,
  request: APIRequestContext,
  caller: Caller,
  integrationId: number,
): Promise<void> {
  if (caller === 'nobody') return;
  const person = await (caller !== 'disabled' && isPlaceRole(caller)
    ? setup.placePerson(caller, integrationId)
    : setup.person(caller === 'disabled' ? 'admin' : caller));
  await signInBy(request, person);
  if (caller !== 'disabled') return;
  await setup.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, person.email));
}

/** Reads the answer of a page: redirected to sign-in, refused, not found, or shown. */
function statusOf(page: string, caller: Caller): number {
  if (['nobody', 'disabled'].includes(caller)) return 307;
  const isOwn = isAllowed(page, ACCESS[page] ?? 'audit.read', caller);
  if (page.endsWith('/[...rest]') && isOwn) return 404;
  // The first page leads people of an integration to theirs.
  if (page === '/console' && !isOwn) return 307;
  return isOwn ? 200 : 403;
}

/** True when a document or the data of a page has an address, which may break before the @. */
function shows(text: string, { email }: Person): boolean {
  const [name = ''] = email.split('@');
  return text.replaceAll(/<[^>]*>/g, '').includes(email) || text.includes(`"${name}"`);
}

/** True when the page opens, as a document or as the data that a link of the console asks for. */
async function opens(site: Site, page: string, caller: Caller): Promise<boolean> {
  const path = narrowedAddressOf(page, site);
  const answer = await site.request.get(path, { maxRedirects: 0 });
  const text = await answer.text();
  const data = await site.request.get(path, { maxRedirects: 0, headers: { rsc: '1' } });
  if (shows(await data.text(), site.colleague)) return true;
  if (page.startsWith('/console') || page.startsWith('/integracion')) {
    expect(answer.status(), `${page} as ${caller}`).toBe(statusOf(page, caller));
  }
  if (page.endsWith('/[...rest]')) return answer.status() === 404;
  // A caller who is signed in needs no form.
  if (page === '/login' && answer.headers().location === '/console') return true;
  if (shows(text, site.colleague)) return true;
  if (['/console/audit', '/console/users'].includes(page)) return false;
  const [heading] = PAGES[page]?.heading ?? [];
  return heading === undefined ? answer.status() === 200 : text.includes(`>${heading}</h`);
}

/** True when the file is given; it must not be cached, with or without the proxy. */
async function downloads(site: Site, path: string, mark: string): Promise<boolean> {
  const answer = await site.request.get(addressOf(path, site), { maxRedirects: 0 });
  const opened = (await answer.text()).includes(mark);
  if (opened) expect(answer.headers()['cache-control']).toBe('no-store');
  return opened;
}

/** True when the action answers with a value of its own, and does not ask to sign in. */
async function answers({ request, origin }: Site, action: string): Promise<boolean> {
  const path = action.includes('/users.ts#') ? '/console/users' : '/login';
  const answer = await callAction(request, action, [{ unexpected: true }], { path, origin });
  const text = await answer.text();
  return text.includes('"ok":') && !text.includes('"signed_out"');
}

async function reached(site: Site, caller: Caller): Promise<string[]> {
  const open: string[] = [];
  for (const page of Object.keys(ACCESS)) if (await opens(site, page, caller)) open.push(page);
  for (const [path, { mark }] of Object.entries(DOWNLOADS)) {
    if (await downloads(site, path, mark)) open.push(path);
  }
  for (const action of ACTIONS.keys()) if (await answers(site, action)) open.push(action);
  for (const lookup of LOOKUPS) {
    const answer = await site.request.post(lookupFacts[lookup].path, { data: {} });
    if (answer.status() !== 403) open.push(lookupFacts[lookup].path);
  }
  return open.sort();
}

function allowed(caller: Caller): string[] {
  const files = Object.entries(DOWNLOADS).map(([path, { access }]) => [path, access] as const);
  return [...Object.entries(ACCESS), ...files, ...ACTIONS]
    .filter(([subject, access]) => isAllowed(subject, access, caller))
    .map(([name]) => name)
    .sort();
}

test('the matrix lists everything under app/', () => {
  expect(pagesOfApp()).toEqual(Object.keys(ACCESS).sort());
  expect(routesOfApp()).toEqual([...ROUTES].sort());
  const used = [...ACTIONS.values()];
  const without = PERMISSIONS.filter((permission) => !used.includes(permission));
  expect(without).toEqual([
    'query.export',
    'query.export_identifiers',
    'notice.configure',
    'user.create',
    'user.read',
    'audit.read',
    'place.read',
    'notice.configure_own',
  ]);
});

interface Tools {
  readonly setup: Setup;
  readonly playwright: PlaywrightWorkerArgs['playwright'];
}

async function expectMatrix(
  { setup, playwright }: Tools,
  caller: Caller,
  origin = environment().serverUrl,
): Promise<void> {
  const colleague = await setup.person('soporte');
  const integration = await setup.integration();
  const query = await setup.query(integration);
  const { nombre } = integration;
  const extraHTTPHeaders = { 'x-forwarded-for': freshAddress() };
  const request = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders });
  await enter(setup, request, caller, integration.id);
  const own = colleague;
  const site = { request, origin, nombre, query, colleague, own };
  expect(await reached(site, caller), caller).toEqual(allowed(caller));
  for (const path of [
    '/console/integrations/no-such-integration',
    '/console/integrations/no%20name',
    '/console/queries/01a1fe98-607c-7155-addd-59a6e0225b4b',
    '/console/queries/not-an-id',
  ]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(statusOf('/console/[...rest]', caller));
  }
  await request.dispose();
}

for (const caller of CALLERS) {
  test(`${caller} opens what it may and nothing else`, async ({ setup, playwright }) => {
    test.setTimeout(90_000);
    await expectMatrix({ setup, playwright }, caller);
  });
}

if (everything) {
  test('the same holds without the proxy', async ({ setup, playwright }) => {
    test.setTimeout(180_000);
    const app = await startWithoutProxy(environment().variables);
    try {
      for (const caller of CALLERS) await expectMatrix({ setup, playwright }, caller, app.url);
      const page = await fetch(`${app.url}/login`);
      expect(page.headers.get('content-security-policy')).not.toContain('nonce');
    } finally {
      await app.stop();
    }
  });
}
