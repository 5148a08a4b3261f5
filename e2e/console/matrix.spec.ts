import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { may, PERMISSIONS, ROLES, type Role } from '@/lib/access/permissions';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { functionNames } from '@/testing/action-names';
import { freshAddress } from '@/testing/address';
import { everything } from '@/testing/scope';
import { expect, type Office, type Person, signInBy, test } from './fixtures';
import { actionsOfApp, callAction, pagesOfApp, routesOfApp } from './matrix';
import {
  type Access,
  addressOf,
  DOCUMENTATION,
  narrowedAddressOf,
  PAGES,
  type World,
} from './pages';
import { startWithoutProxy } from './without-proxy';

/**
 * The authorisation matrix. Every page, route and action of app/ is requested as each role and
 * without one, also with the proxy taken out of the build. What an action requires follows from its
 * name.
 */

type Visitor = 'nobody' | 'disabled' | Role;

const VISITORS: readonly Visitor[] = ['nobody', 'disabled', ...ROLES];

function isAllowed(access: Access, visitor: Visitor): boolean {
  if (access === 'anybody') return true;
  if (visitor === 'nobody' || visitor === 'disabled') return false;
  return access === 'user' || may(visitor, access);
}

/** Visitors who may open each page. */
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
};

/** Lookups have credentials of their own: a console session opens none of them. */
const ROUTES: readonly string[] = [
  '/.well-known/security.txt',
  '/api/auth/[...nextauth]',
  '/docs/changes.atom',
  '/docs/reference/component',
  '/health',
  '/openapi.json',
  ...Object.keys(DOWNLOADS),
  // By POST, for it leaves an audit row: `export.spec.ts` asks for it as nobody and as each role.
  '/console/queries/export.csv',
  ...LOOKUPS.map((lookup) => lookupFacts[lookup].path),
];

/** Actions that need no session. */
const OPEN = ['chooseLocale', 'readInvitation', 'acceptInvitation'];

/** Requirement of each action: the permission of its name, or else a session. */
const ACTIONS: ReadonlyMap<string, Access> = new Map(
  actionsOfApp().map((action) => [action, accessOf(action.split('#')[1] ?? '')]),
);

function accessOf(name: string): Access {
  if (OPEN.includes(name)) return 'anybody';
  return PERMISSIONS.find((permission) => functionNames(permission).includes(name)) ?? 'user';
}

interface Site extends World {
  readonly request: APIRequestContext;
  readonly origin: string;
}

/** Signs in everybody but `nobody`; `disabled` loses the account afterwards. */
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

/** Reads the answer of a page: redirected to sign-in, refused, not found, or shown. */
function statusOf(page: string, visitor: Visitor): number {
  if (['nobody', 'disabled'].includes(visitor)) return 307;
  if (page === '/console/[...rest]') return 404;
  return isAllowed(ACCESS[page] ?? 'audit.read', visitor) ? 200 : 403;
}

/** True when a document or the data of a page has an address, which may break before the @. */
function shows(text: string, { email }: Person): boolean {
  const [name = ''] = email.split('@');
  return text.replaceAll(/<[^>]*>/g, '').includes(email) || text.includes(`"${name}"`);
}

/** True when the page opens, as a document or as the data that a link of the console asks for. */
async function opens(site: Site, page: string, visitor: Visitor): Promise<boolean> {
  const path = narrowedAddressOf(page, site);
  const answer = await site.request.get(path, { maxRedirects: 0 });
  const text = await answer.text();
  const data = await site.request.get(path, { maxRedirects: 0, headers: { rsc: '1' } });
  if (shows(await data.text(), site.colleague)) return true;
  if (page.startsWith('/console')) {
    expect(answer.status(), `${page} as ${visitor}`).toBe(statusOf(page, visitor));
  }
  if (page.endsWith('/[...rest]')) return answer.status() === 404;
  // A visitor who is signed in needs no form.
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

async function reached(site: Site, visitor: Visitor): Promise<string[]> {
  const open: string[] = [];
  for (const page of Object.keys(ACCESS)) if (await opens(site, page, visitor)) open.push(page);
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

function allowed(visitor: Visitor): string[] {
  const files = Object.entries(DOWNLOADS).map(([path, { access }]) => [path, access] as const);
  return [...Object.entries(ACCESS), ...files, ...ACTIONS]
    .filter(([, access]) => isAllowed(access, visitor))
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
    'user.create',
    'user.read',
    'audit.read',
  ]);
});

interface Tools {
  readonly office: Office;
  readonly playwright: PlaywrightWorkerArgs['playwright'];
}

async function expectMatrix(
  { office, playwright }: Tools,
  visitor: Visitor,
  origin = environment().serverUrl,
): Promise<void> {
  const colleague = await office.person('soporte');
  const integration = await office.integration();
  const query = await office.query(integration);
  const { nombre } = integration;
  const extraHTTPHeaders = { 'x-forwarded-for': freshAddress() };
  const request = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders });
  await enter(office, request, visitor);
  const site = { request, origin, nombre, query, colleague };
  expect(await reached(site, visitor), visitor).toEqual(allowed(visitor));
  for (const path of [
    '/console/integrations/no-such-integration',
    '/console/integrations/no%20name',
    '/console/queries/01a1fe98-607c-7155-addd-59a6e0225b4b',
    '/console/queries/not-an-id',
  ]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(statusOf('/console/[...rest]', visitor));
  }
  await request.dispose();
}

for (const visitor of VISITORS) {
  test(`${visitor} opens what it may and nothing else`, async ({ office, playwright }) => {
    test.setTimeout(90_000);
    await expectMatrix({ office, playwright }, visitor);
  });
}

if (everything) {
  test('the same holds without the proxy', async ({ office, playwright }) => {
    test.setTimeout(180_000);
    const app = await startWithoutProxy(environment().variables);
    try {
      for (const visitor of VISITORS) await expectMatrix({ office, playwright }, visitor, app.url);
      const page = await fetch(`${app.url}/login`);
      expect(page.headers.get('content-security-policy')).not.toContain('nonce');
    } finally {
      await app.stop();
    }
  });
}
