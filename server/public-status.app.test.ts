import { Client, request } from 'undici';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '@/db/client';
import { childrenOf } from '@/lib/base/process/processes';
import { LOOKUPS } from '@/lib/contract/lookups';
import { openIncident, updateIncident } from '@/lib/incidents/post';
import { wellKnown } from '@/simulator/well-known';
import { ask } from '@/testing/http';
import { act, createTestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { startTcpProxy } from '@/testing/tcp-proxy';

const parts = await partsWithDatabase();
const harness = await sharedHarness({ LIMIT_PAGES: '10000', LIMIT_CATALOGOS: '1000' }, parts);
const [database, source] = await Promise.all([
  startTcpProxy(parts.url),
  startTcpProxy(harness.sourceUrl),
]);
harness.onStop(() => Promise.all([database.close(), source.close()]));
const db = connectDatabase(parts.url, { max: 1 });
const { $client: sql } = db;
harness.onStop(() => sql.end({ timeout: 5 }));
const integration = await createTestIntegration(parts.url);
const app = await harness.startApp({
  DATABASE_URL: database.url,
  CATALOGOS_URL: new URL('/catalogos', source.url).href,
});

const statusSchema = z.object({
  state: z.string(),
  lookups: z.array(
    z.object({
      lookup: z.enum(LOOKUPS),
      state: z.string(),
      days: z.array(z.object({})).length(90),
      outages: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
    }),
  ),
});

async function read(path: string) {
  const { statusCode, headers, body } = await request(app.url + path);
  return { status: statusCode, age: Number(headers.age), json: await body.json() };
}

async function statusOf(lookup: string) {
  const { lookups } = statusSchema.parse((await read('/estado.json')).json);
  return lookups.find((one) => one.lookup === lookup);
}

const stateOf = async (lookup: string) => (await statusOf(lookup))?.state;
const outages = async () => (await statusOf('cui-nit'))?.outages;

const query = () =>
  ask(app.url, '/catalogos/cui-nit', integration, { nit: wellKnown.individual.nit });

it('two hundred visits a second get one rendering of at most thirty seconds', async () => {
  const clients = Array.from(
    { length: 50 },
    (_, index) => new Client(app.url, { localAddress: `127.0.1.${index + 1}` }),
  );
  const seen = await Promise.all(
    clients.map(async (client) => {
      const answers = [];
      for (let visit = 0; visit < 12; visit += 1) {
        const { statusCode, headers, body } = await client.request({
          method: 'GET',
          path: '/estado',
        });
        await body.dump();
        answers.push([statusCode, headers.etag, Number(headers.age) <= 30]);
      }
      await client.close();
      return answers;
    }),
  );
  const different = new Set(seen.flat().map((answer) => JSON.stringify(answer)));
  expect(different.size).toBe(1);
  expect([...different][0]).toMatch(/^\[200,.*true\]$/);
});

it('a source that died is a major outage within a minute, for its lookup alone', async () => {
  await query();
  expect(await stateOf('cui-nit')).toBe('operational');
  await source.cut();
  for (let failed = 0; failed < 3; failed += 1) expect((await query()).status).toBe(502);
  await expect
    .poll(() => stateOf('cui-nit'), { timeout: 60_000, interval: 1_000 })
    .toBe('major_outage');
  expect(await stateOf('rtu')).toBe('quiet');
  const { json } = await read('/estado/api/v2/summary.json?lang=en');
  expect(json).toMatchObject({
    status: { indicator: 'critical', description: 'At least one lookup does not answer.' },
  });
});

// Waits for tasks that run once a minute.
it.runIf(everything)(
  'a source that is back works at once, and its outage ends after ten minutes',
  async () => {
    await expect.poll(outages, { timeout: 90_000, interval: 500 }).toMatchObject([{ to: null }]);
    await source.mend();
    // So many answers that the failures before them are less than one in twenty.
    for (let answered = 0; answered < 62; answered += 1) expect((await query()).status).toBe(200);
    await expect
      .poll(() => stateOf('cui-nit'), { timeout: 60_000, interval: 500 })
      .toBe('operational');
    expect(await outages()).toMatchObject([{ to: null }]);
    await sql`UPDATE episodes SET opened_at = opened_at - interval '10 minutes',
    last_true_at = last_true_at - interval '10 minutes'`;
    await expect
      .poll(outages, { timeout: 90_000, interval: 500 })
      .toMatchObject([{ to: expect.any(String) }]);
  },
  300_000,
);

it('shows the control characters of what people post', async () => {
  const [title, text] = ['Corte \u202eotnel', 'Una\u2028dos\u2066tres'];
  const opened = { kind: 'incident', title, lookups: ['rtu'], impact: 'minor', text } as const;
  const id = await act(db, openIncident, opened);
  await act(db, updateIncident, { id, state: 'resolved', text } as const);
  const page = async () => (await request(`${app.url}/estado`)).body.text();
  await expect.poll(page, { timeout: 60_000 }).toContain('Corte ⟨U+202E⟩otnel');
  expect(await page()).toContain('Una⟨U+2028⟩dos⟨U+2066⟩tres');
  expect(await page()).not.toMatch(/[\u202e\u2028\u2066]/);
});

it('with the pages process and the database gone, the last status says how old it is', async () => {
  const before = await read('/estado.json');
  await database.cut();
  const pages = childrenOf(app.pid).find(({ command }) => command.includes('pages'));
  process.kill(pages?.pid ?? 0, 'SIGKILL');
  await expect
    .poll(async () => (await read('/estado.json')).age, { timeout: 60_000, interval: 1_000 })
    .toBeGreaterThan(30);
  const { status, json } = await read('/estado.json');
  expect(status).toBe(200);
  expect(json).toEqual(before.json);
});
