import { expect, it } from 'vitest';
import { OWNERS } from '@/db/owners';
import { isJsonObject, parseJson } from '@/lib/base/values/json';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { NO_LIMITS } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { credentials } from '@/testing/requests';
import { everything } from '@/testing/scope';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { csrfOf, exportBody, signIn } from '@/testing/signed-in';

/** Typed by an anonymous person. No answer and no log line may hold it. */
const EMAIL = 'nobody.at.all@pasarela.example';
const { nit, cui } = wellKnown.individual;

/** `<select ` begins an element of a page, not a statement. */
const INTERNALS =
  /(?<!<)\b(select|insert into|update|delete from) .|failed query|params:|relation "|drizzle|postgres/i;
const PERSONAL = new RegExp(`${nit}|${cui}|@pasarela\\.example|\\$argon2|pas_dev_\\w+`);

const variables = { ...NO_LIMITS, LIMIT_PAGES: '100000', SOURCE_TIMEOUT_MS: '1000' };
const harness = await sharedHarness(variables, await partsWithDatabase());
const app = await harness.startApp();
const integration = await createTestIntegration(harness.databaseUrl);
const user = await signIn(app.url, harness.databaseUrl, 'admin');

/** One request of each kind that reads or writes a table. */
function requests(): Request[] {
  const { nombre } = integration;
  const pages = [
    '/console',
    '/console/queries',
    '/console/integrations',
    `/console/integrations/${nombre}`,
    `/console/integrations/${nombre}/balance`,
    `/console/integrations/${nombre}/balance/statement.csv`,
    '/console/statistics',
    '/console/users',
    '/console/audit',
    '/console/account',
    '/console/matrix',
    '/invite',
    '/health',
  ].map((path) => new Request(app.url + path, { headers: { cookie: user.cookie } }));
  const lookups = LOOKUPS.map((lookup) => {
    const { path } = lookupFacts[lookup];
    const headers = { 'content-type': 'application/json', ...credentials(integration) };
    const body = JSON.stringify({ nit, cui, nits: [nit] });
    return new Request(app.url + path, { method: 'POST', headers, body });
  });
  const exported = new Request(`${app.url}/console/queries/export.csv`, {
    method: 'POST',
    headers: { cookie: user.cookie, origin: app.url, 'content-type': 'application/json' },
    body: exportBody(''),
  });
  return [...pages, ...lookups, exported];
}

async function attemptSignIn(): Promise<Response> {
  const { cookie, token: csrfToken } = await csrfOf(app.url);
  const form = { email: EMAIL, password: 'a wrong password', csrfToken, json: 'true' };
  return fetch(`${app.url}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie, origin: app.url },
    body: new URLSearchParams(form),
  });
}

/** Without some tables it takes half a minute: `npm run test:all` goes through all of them. */
const TABLES = everything ? Object.keys(OWNERS) : ['audit_log', 'integrations'];

it.each(TABLES)(
  'without the table %s no answer and no log line tells what failed inside',
  async (table) => {
    await asOwner(harness.databaseUrl, `ALTER TABLE ${table} RENAME TO out_of_reach`);
    const before = app.output().length;
    const answers = await Promise.all([...requests().map((one) => fetch(one)), attemptSignIn()]);
    const texts = await Promise.all(answers.map((answer) => answer.text().catch(() => '')));
    await asOwner(harness.databaseUrl, `ALTER TABLE out_of_reach RENAME TO ${table}`);
    const lines = app.output().slice(before).split('\n').filter(Boolean);

    const told = answers.map(({ status, url, headers }, at) => ({
      path: new URL(url).pathname,
      status,
      leaks: [...headers.values(), texts[at] ?? ''].filter((text) => INTERNALS.test(text)),
    }));
    expect(told.filter(({ leaks }) => leaks.length > 0)).toEqual([]);
    expect(lines.filter((line) => !isJsonObject(parseJson(line)))).toEqual([]);
    // A row of the audit log names its actor.
    const own = lines.filter((line) => !line.includes('"event":"audit"'));
    expect(own.filter((line) => PERSONAL.test(line) || /params:/.test(line))).toEqual([]);
  },
);
