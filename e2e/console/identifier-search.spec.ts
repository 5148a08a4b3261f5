import type { APIRequestContext } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '@/db/schema/index';
import { environment, IDENTIFIERS_KEY } from '@/e2e/environment';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { wellKnown } from '@/simulator/well-known';
import { freshAddress } from '@/testing/address';
import { expect, type Person, signInBy, test } from './fixtures';
import { callAction } from './matrix';

/** Undoing the masking of an identifier by trying candidates, as somebody of support would. */

const ACTION = 'ui/actions/records.ts#searchIdentifier';

/** Calls the action that seals an identifier, and gives its answer. */
async function search(request: APIRequestContext, input: object): Promise<string> {
  const answer = await callAction(request, ACTION, [input], { path: '/console/queries' });
  return answer.text();
}

const sealedIn = (text: string) => /"ok":true,"data":"([\w-]+)"/.exec(text)?.[1] ?? '';

/** Counts the links to queries in the list of an identifier. */
async function listed(request: APIRequestContext, id: string): Promise<number> {
  const answer = await request.get(`/console/queries?id=${id}`);
  const html = await answer.text();
  return html.match(/href="\/console\/queries\/[0-9a-f-]{36}/g)?.length ?? 0;
}

test('a search for an identifier leaves a trace, and helps in its own session alone', async ({
  setup,
  playwright,
}) => {
  await setup.query(await setup.integration());
  const { nit } = wellKnown.individual;
  const enter = async (person: Person) => {
    const extraHTTPHeaders = { 'x-forwarded-for': freshAddress() };
    const baseURL = environment().serverUrl;
    const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders });
    await signInBy(request, person);
    return request;
  };
  const person = await setup.person('soporte');
  const own = await enter(person);
  const other = await enter(await setup.person('soporte'));
  const trace = and(
    eq(auditLog.actor, person.email),
    eq(auditLog.action, 'query.search_identifier'),
  );

  const sealed = sealedIn(await search(own, { identifier: nit }));
  expect(await listed(own, sealed)).toBeGreaterThan(0);
  expect(await listed(other, sealed)).toBe(0);
  const [key = 0n] = new IdentifierVault([IDENTIFIERS_KEY]).keysOf(nit);
  const digest = BigInt.asUintN(64, key).toString(16).padStart(16, '0');
  expect(await listed(own, digest)).toBe(0);
  const page = await other.get(`/console/queries?id=${sealed}`);
  expect(await page.text()).toContain('de otra sesión');
  const [row] = await setup.db.select().from(auditLog).where(trace);
  expect(row?.after).toEqual({ digest });
});
