import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase } from '@/db/client';
import { setTariff } from '@/lib/billing/tariffs';
import type { TestApp } from '@/testing/app';
import { startHarness } from '@/testing/harness';
import { act, createTestIntegrations } from '@/testing/integration';
import { addTestTarget, openTestChannels } from '@/testing/notices';
import { everything } from '@/testing/scope';

const TARGETS = 10;
const EACH = everything ? 100 : 20;
const KILLS = everything ? 5 : 2;

const receivedSchema = z.object({
  webhooks: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
});

/** Kills the front process and the pages process at once. */
async function killBoth(app: TestApp): Promise<void> {
  const children = execFileSync('pgrep', ['-P', String(app.pid)], { encoding: 'utf8' });
  for (const pid of children.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
  await app.kill();
}

it('delivers every notice under its one id, though both processes are killed again and again', async () => {
  await using harness = await startHarness({ APP_ENV: 'development' });
  const db = connectDatabase(harness.databaseUrl, { max: 4 });
  const sql = db.$client;
  harness.onStop(() => sql.end({ timeout: 5 }));
  const ids = async () => {
    const answer = await fetch(`${harness.sourceUrl}/_control/notices`);
    const { webhooks } = receivedSchema.parse(await answer.json());
    return webhooks.map(({ headers }) => headers['webhook-id']);
  };
  let app = await harness.startApp();
  // From now on audit rows make notices.
  await expect.poll(() => sql`SELECT FROM notice_cursor`.then(({ length }) => length)).toBe(1);

  const channels = openTestChannels();
  harness.onStop(() => channels.close());
  const integrations = await createTestIntegrations(harness.databaseUrl, TARGETS);
  for (const { id, nombre } of integrations) {
    const address = `${harness.sourceUrl}/webhook/ok/${nombre}`;
    await addTestTarget(db, channels, id, address);
  }
  const change = async ({ nombre }: { readonly nombre: string }) => {
    for (let n = 0; n < EACH; n += 1) {
      await act(db, setTariff, { nombre, tarifa: BigInt(6_000 + n) });
    }
  };
  const changes = Promise.all(integrations.map(change));

  let seen = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await expect.poll(async () => (await ids()).length).toBeGreaterThan(seen);
    await killBoth(app);
    seen = (await ids()).length;
    // A sender that was killed keeps its targets for a minute.
    await sql`UPDATE notice_targets SET busy_until = NULL`;
    app = await harness.startApp();
  }
  await changes;
  const total = TARGETS * EACH;
  for (;;) {
    const [row] = await sql<{ made: number; sent: number }[]>`
      SELECT (SELECT count(*)::int FROM notices) AS made,
        (SELECT count(*)::int FROM notice_deliveries WHERE state = 'delivered') AS sent`;
    if (row?.made === total && row.sent === total) break;
    await pause(200);
  }
  const arrived = await ids();
  const made = await sql<{ id: string }[]>`SELECT id FROM notices`;
  expect(new Set(arrived)).toEqual(new Set(made.map(({ id }) => id)));
  expect(arrived.length).toBeGreaterThanOrEqual(total);
}, 300_000);
