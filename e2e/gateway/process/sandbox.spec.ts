import { lookups } from '@/cli/conformance/lookups';
import { contract } from '@/e2e/gateway/contract';
import { type Api, expect, test } from '@/e2e/gateway/fixtures';
import { firstAnswer, firstQuestion, lookupFacts } from '@/lib/contract/lookups';
import { type SandboxRow, sandboxRows } from '@/lib/contract/sandbox';
import type { TestIntegration } from '@/testing/integration';
import { withApp } from './with-app';

/** What the documentation of a development deployment promises, asked of the running app. */

/** Room for every row, and time for the slowest on a busy machine. */
const variables = {
  LIMIT_GLOBAL: '100000',
  LIMIT_RENAP: '100000',
  LIMIT_RTU: '100000',
  LIMIT_CATALOGOS: '100000',
  SOURCE_TIMEOUT_MS: '20000',
};

/** Those that never answer take the whole ceiling, so they wait beside the others. */
const NEVER = ['hang', 'trickle'];

async function expectRow(api: Api, as: TestIntegration, row: SandboxRow): Promise<void> {
  await Promise.all(
    lookups.map(async (lookup) => {
      const json = lookupFacts[lookup.name].bodyFor(row);
      const expected = row.outcomes[lookup.name];
      if (json === undefined) return expect(expected).toBeUndefined();
      const reply = await api.ask(lookup, { as, json });
      const named = `${row.id} in ${lookup.name}: ${reply.text.slice(0, 200)}`;
      expect(reply.status, named).toBe(expected?.status);
      const ours = !['found', 'registry'].includes(expected?.outcome ?? '');
      if (ours) expect(contract.namesOf(lookup.path, reply), named).toContain(expected?.outcome);
    }),
  );
}

test('every identifier of the sandbox comes to what its row says, in every lookup', async ({
  db,
}) => {
  test.setTimeout(240_000);
  await withApp('server', variables, db, async (api) => {
    const as = await api.integration({ saldo: 10_000_000n });
    const waiting = sandboxRows.filter(({ id }) => NEVER.includes(id));
    const ended = Promise.all(waiting.map((row) => expectRow(api, as, row)));
    for (const row of sandboxRows) if (!NEVER.includes(row.id)) await expectRow(api, as, row);
    await ended;
  });
});

test('the first question of each lookup is answered as the documentation shows', async ({
  api,
}) => {
  const as = await api.integration();
  for (const lookup of lookups) {
    const { body } = await api.ask(lookup, { as, json: firstQuestion(lookup.name).body });
    expect(body).toEqual(firstAnswer(lookup.name));
  }
});

test('a production deployment shows no test identifiers', async ({ api }) => {
  test.setTimeout(120_000);
  const production = {
    APP_ENV: 'production',
    HOST: '127.0.0.1',
    NEXTAUTH_URL: 'https://pasarela.example',
  };
  const shows = (page: string) => [page.includes('id="errores"'), page.includes('id="pruebas"')];
  const ours = await fetch(new URL('/docs', api.entryPoint.origin));
  expect(shows(await ours.text())).toEqual([true, true]);
  await withApp('server', production, api.db, async ({ entryPoint }) => {
    const page = await fetch(new URL('/docs', entryPoint.origin));
    expect(shows(await page.text())).toEqual([true, false]);
  });
});
