import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { and, eq } from 'drizzle-orm';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '@/db/client';
import { auditLog } from '@/db/schema/index';
import { projectRoot } from '@/server/paths';
import { closeAfterwards } from '@/testing/afterwards';
import type { AppKind } from '@/testing/app';
import { sharedHarness } from '@/testing/shared-parts';
import { exportBody, signIn } from '@/testing/signed-in';
import headersTable from './security-headers-table.json' with { type: 'json' };

const CONSOLE = 'https://console.example.gt';
const { always: table } = headersTable;
const NAMES = Object.keys(table);
const { 'content-security-policy': _ofPages, ...fixed } = table;

const harness = await sharedHarness({ LIMIT_PAGES: '100000', NEXTAUTH_URL: CONSOLE });
const db = connectDatabase(harness.databaseUrl, { max: 1 });
closeAfterwards(() => db.$client.end({ timeout: 5 }));
const apps = { server: await harness.startApp(), next: await harness.startApp({}, 'next') };
const user = await signIn(apps.server.url, harness.databaseUrl, 'admin');

function urlOf(kind: AppKind): string {
  return apps[kind].url;
}

/** Sends a request and reads nothing of the body of its answer. */
async function send(url: string, options?: Parameters<typeof request>[1]) {
  const answer = await request(url, options);
  await answer.body.dump();
  return answer;
}

const PATHS = [
  ['GET', '/', 200],
  ['GET', '/docs', 200],
  ['GET', '/docs/reference', 200],
  ['GET', '/openapi.json', 200],
  ['GET', '/health', 200],
  ['GET', '/login', 200],
  ['GET', '/icon.svg', 200],
  ['GET', '/.well-known/security.txt', 200],
  ['GET', '/api/auth/session', 200],
  ['GET', '/console', 307],
  ['GET', '/not-a-page', 404],
  ['GET', '/.git/config', 404],
  ['GET', '/package.json', 404],
  ['GET', '/_next', 404],
  ['POST', '/catalogos/rtu', 403],
  ['GET', '/renap/buscar-cui', 405],
  ['POST', '/login', 403],
] as const;

describe.each(['server', 'next'] as const)('every response of %s', (kind) => {
  it.each(PATHS)('to %s %s (%i) has the headers of the table', async (method, path, status) => {
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await request(urlOf(kind) + path, { method, headers: https });
    const body = await answer.body.text();
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(fixed);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'$/);
    // Whatever is text, but JSON, which is UTF-8 always.
    const type = /^(?:application\/json|(?:text|application|image)\/[\w+]+; ?charset=utf-8)$/i;
    if (body !== '') expect(answer.headers['content-type']).toMatch(type);
    const open = path === '/openapi.json' ? '*' : undefined;
    expect(answer.headers['access-control-allow-origin']).toBe(open);
  });
});

it('types the body of a redirect', async () => {
  const answer = await send(`${urlOf('server')}/login/`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    308,
    'text/plain; charset=utf-8',
  ]);
});

it('logs an unknown server action on a short line', async () => {
  const headers = { 'next-action': `7f${'0'.repeat(40)}`, 'sec-fetch-site': 'same-origin' };
  await send(`${urlOf('server')}/login`, { method: 'POST', headers, body: '[]' });
  const lines = () => apps.server.output().split('\n');
  await expect.poll(() => lines().find((line) => line.includes('unknown_action'))).toBeDefined();
  expect(lines().find((line) => line.includes('unknown_action'))?.length).toBeLessThan(300);
});

it.each(['server', 'next'] as const)(
  'lets only frames of its own hold the API reference, %s',
  async (kind) => {
    const frame = await request(`${urlOf(kind)}/docs/reference/frame`);
    const [sheet = ''] = /\/_next\/static\/[^"]+\.css/.exec(await frame.body.text()) ?? [];
    expect(frame.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
    // The frame has no origin, so what it loads is open to every site.
    for (const path of ['/docs/reference/component', sheet]) {
      const file = await send(urlOf(kind) + path);
      const open = { ...fixed, 'cross-origin-resource-policy': 'cross-origin' };
      expect({ path, ...file.headers }).toMatchObject({ path, ...open });
    }
  },
);

/** Sends bytes as they are. */
async function raw(head: string): Promise<string> {
  const socket = connect(apps.server.port, '127.0.0.1');
  socket.end(`${head}\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

describe('a request that no browser sends gets 400', () => {
  it.each([
    ['a path that is not UTF-8', 'GET /%E0%A4%A HTTP/1.1\r\nhost: a.example'],
    ['a lone per cent sign', 'GET /console/% HTTP/1.1\r\nhost: a.example'],
    ['a NUL', 'GET /docs%00 HTTP/1.1\r\nhost: a.example'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: a.example'],
    ['two hosts', 'GET /docs HTTP/1.1\r\nhost: a.example\r\nhost: b.example'],
    ['two hosts at a lookup', 'POST /rtu/nits HTTP/1.1\r\nhost: a.example\r\nHost: a.example'],
    ['a host that is none', 'GET /login HTTP/1.1\r\nhost: a/b c'],
    ['no HTTP at all', 'hello'],
  ])('%s', async (_, head) => {
    const answer = await raw(head);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const [headers = ''] = answer.toLowerCase().split('\r\n\r\n');
    const missing = [...NAMES, 'content-type'].filter((name) => !headers.includes(`\r\n${name}: `));
    expect(missing).toEqual([]);
  });
});

const ELSEWHERE: Readonly<Record<string, Record<string, string>>> = {
  nowhere: {},
  'another site': { 'sec-fetch-site': 'cross-site' },
  'a sibling subdomain': { 'sec-fetch-site': 'same-site' },
  'the origin of a sibling': { origin: 'https://other.example.gt' },
  'a sandboxed frame': { origin: 'null' },
  'a forged host': { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
};

describe.each(['server', 'next'] as const)('%s refuses from elsewhere', (kind) => {
  it.each(Object.keys(ELSEWHERE))('from %s', async (place) => {
    const { cookie } = user;
    const posts = [
      ['/console/queries/export.csv', 'application/json', '{"view":""}'],
      ['/login', 'text/plain;charset=UTF-8', '[]'],
      ['/console/users', 'application/x-www-form-urlencoded', 'a=b'],
      ['/api/auth/callback/credentials', 'application/x-www-form-urlencoded', 'a=b'],
      ['/api/auth/signout', 'application/x-www-form-urlencoded', 'a=b'],
    ].map(async ([path, type = '', body = '']) => {
      const headers = { cookie, 'content-type': type, 'next-action': '7f00', ...ELSEWHERE[place] };
      const answer = await send(urlOf(kind) + path, { method: 'POST', headers, body });
      return answer.statusCode;
    });
    expect(await Promise.all(posts)).toEqual([403, 403, 403, 403, 403]);
  });

  it('and records it, once a minute for a session', async () => {
    const { cookie, email } = await signIn(urlOf(kind), harness.databaseUrl, 'admin');
    for (const _time of [1, 2]) {
      await send(`${urlOf(kind)}/console/users`, {
        method: 'POST',
        headers: { cookie, 'sec-fetch-site': 'cross-site' },
      });
    }
    const denied = await db
      .select({ target: auditLog.target, address: auditLog.address })
      .from(auditLog)
      .where(and(eq(auditLog.actor, email), eq(auditLog.action, 'access.deny')));
    expect(denied).toEqual([{ target: '/console/users', address: expect.any(String) }]);
  });

  it.each([{ 'sec-fetch-site': 'same-origin' }, { origin: CONSOLE }])(
    'but takes an export from %o',
    async (sender) => {
      const { cookie } = user;
      const answer = await send(`${urlOf(kind)}/console/queries/export.csv`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...sender },
        body: exportBody(''),
      });
      expect(answer.statusCode).toBe(200);
    },
  );

  it('and does not tell the id of a session', async () => {
    const { cookie } = user;
    const answer = await request(`${urlOf(kind)}/api/auth/session`, { headers: { cookie } });
    expect(await answer.body.json()).toEqual({
      user: {},
      expires: expect.any(String),
    });
  });
});

it('says where to report a vulnerability, for at most a year', async () => {
  const answer = await request(`${urlOf('server')}/.well-known/security.txt`);
  const lines = (await answer.body.text()).split('\n');
  expect(lines[0]).toBe('Contact: mailto:security@console.example.gt');
  const expires = Date.parse(lines[1]?.replace('Expires: ', '') ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 24 * 3600 * 1000);
});

it('renders a page whatever router state a signed-in request claims', async () => {
  const before = apps.server.output().length;
  for (const state of ['x', '%', '{}']) {
    const headers = { cookie: user.cookie, rsc: '1', 'next-router-state-tree': state };
    // Next sends the client to an address with a digest of these headers first.
    const { status } = await fetch(`${apps.server.url}/console`, { headers });
    expect(status).toBe(200);
  }
  expect(apps.server.output().slice(before)).not.toContain('router state');
});

it("tells nothing of Next's cache, whose keys no request can carry", async () => {
  const file = join(projectRoot, '.next', 'server', 'preview-props.json');
  const { previewModeId } = z
    .object({ previewModeId: z.string() })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  expect(encodable(previewModeId)).toBe(false);
  const headers = { 'x-prerender-revalidate': 'any', cookie: '__prerender_bypass=%ED%A0%80' };
  const answer = await request(`${apps.server.url}/icon.svg`, { headers });
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-next'))).toEqual([]);
  await answer.body.dump();
});

/** Whether a cookie can carry a text; a header carries less. */
function encodable(text: string): boolean {
  try {
    return encodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
