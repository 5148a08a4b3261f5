import { expect, it } from 'vitest';
import { childrenOf } from '@/lib/base/process/processes';
import { wellKnown } from '@/simulator/well-known';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';

const NOBODY = 'http://127.0.0.1:9';

const harness = await sharedHarness({ CATALOGOS_URL: NOBODY }, await partsWithDatabase());
const integration = await createTestIntegration(harness.databaseUrl);
const app = await harness.startApp();

async function readStatus() {
  const answer = await fetch(`${app.url}/estado.json`);
  const { state, lookups } = await answer.json();
  const stateOf = (name: string) =>
    lookups.find(({ lookup }: { lookup: string }) => lookup === name)?.state;
  const states = { state, cuiNit: stateOf('cui-nit'), rtu: stateOf('rtu') };
  return { status: answer.status, age: Number(answer.headers.get('age')), states };
}

it('a source that is gone shows within a minute, and stays shown while the pages are gone', async () => {
  for (let query = 0; query < 3; query += 1) {
    const answer = await ask(app.url, '/catalogos/cui-nit', integration, wellKnown.individual);
    expect(answer.status).toBe(502);
  }
  const down = { state: 'major_outage', cuiNit: 'major_outage', rtu: 'quiet' };
  await expect
    .poll(async () => (await readStatus()).states, { timeout: 60_000, interval: 1_000 })
    .toEqual(down);
  const pages = childrenOf(app.pid).find(({ command }) => command.includes('pages'));
  process.kill(pages?.pid ?? 0, 'SIGKILL');
  const late = await readStatus();
  expect({ ...late, age: late.age <= 60 }).toEqual({ status: 200, age: true, states: down });
}, 90_000);
