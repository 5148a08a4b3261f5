import { afterAll, expect, it } from 'vitest';
import type { Action } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { addTestTarget, openTestChannels } from '@/testing/notices';
import { sendTest } from './by-hand';
import { listTargets } from './list';
import { pauseTarget, type TargetContext } from './targets';

const { db, sql, newIntegration, act } = await ownDatabase();
const OWN = 'ana@example.gt';

const channels = openTestChannels();
afterAll(() => channels.close());
const asReceiver = { permit: testPermit, own: OWN };

/** Runs a verb as somebody who may change the own address alone. */
function asOwn<Input, Output>(
  verb: (ctx: TargetContext, input: Input) => Promise<Output>,
  input: Input,
): Promise<Output> {
  return act((ctx: Change<Action>, given: Input) => verb({ ...ctx, own: OWN }, given), input);
}

it('shows and changes only the own address to somebody who may no more', async () => {
  const { id: owner } = await newIntegration();
  const webhook = 'http://127.0.0.1:9999/x';
  const { id } = await addTestTarget(db, channels, owner, webhook);
  for (const address of [`${webhook}/y`, 'eva@example.gt']) {
    const notOwn = addTestTarget(db, channels, owner, address, asReceiver);
    await expect(notOwn).rejects.toMatchObject({ code: 'email_invalid' });
  }
  const notFound = { code: 'target_not_found' };
  await expect(asOwn(pauseTarget, { owner, id })).rejects.toMatchObject(notFound);
  await expect(sendTest(db, channels, { owner, own: OWN, id })).rejects.toMatchObject(notFound);

  const added = await addTestTarget(db, channels, owner, 'Ana@example.gt', asReceiver);
  expect((await listTargets(db, { owner, own: OWN })).map((row) => row.id)).toEqual([added.id]);
  expect(await listTargets(db, { owner })).toHaveLength(2);
  const [row] = await sql`SELECT action FROM audit_log ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({ action: 'notice.add_target' });
});
