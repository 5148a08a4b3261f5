import { afterAll, expect, it } from 'vitest';
import type { Action } from '@/lib/access/permissions';
import type { Change } from '@/lib/audit/write';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { addTarget } from './add-target';
import { sendTest } from './by-hand';
import { listTargets } from './list';
import { openChannels } from './sender';
import { pauseTarget, type TargetContext } from './targets';

const { db, sql, newIntegration, act } = await ownDatabase();
const SECRETS = ['a secret of the tests, long enough'];
const outbound = { networks: [], allowsLoopback: true };
const OWN = 'ana@example.gt';

const channels = openChannels({
  mail: undefined,
  outbound,
  secondFactorSecrets: SECRETS,
  publicUrl: undefined,
});
afterAll(() => channels.close());
const by = { permit: testPermit };
const asReceiver = { ...by, own: OWN };

/** Runs a verb as somebody who may change the own address alone. */
function asOwn<Input, Output>(
  verb: (ctx: TargetContext, input: Input) => Promise<Output>,
  input: Input,
): Promise<Output> {
  return act((ctx: Change<Action>, given: Input) => verb({ ...ctx, own: OWN }, given), input);
}

it('shows and changes only the own address to somebody who may no more', async () => {
  const { id: owner } = await newIntegration();
  const other = {
    owner,
    channel: 'webhook',
    address: 'http://127.0.0.1:9999/x',
    locale: 'es',
  } as const;
  const { id } = await addTarget(db, channels, by, other);

  const webhook = addTarget(db, channels, asReceiver, {
    ...other,
    address: 'http://127.0.0.1:9999/y',
  });
  await expect(webhook).rejects.toMatchObject({ code: 'email_invalid' });
  const eva = { owner, channel: 'email', address: 'eva@example.gt', locale: 'es' } as const;
  const notOwn = addTarget(db, channels, asReceiver, eva);
  await expect(notOwn).rejects.toMatchObject({ code: 'email_invalid' });
  const notFound = { code: 'target_not_found' };
  await expect(asOwn(pauseTarget, { owner, id })).rejects.toMatchObject(notFound);
  await expect(sendTest(db, channels, { owner, own: OWN, id })).rejects.toMatchObject(notFound);

  const added = await addTarget(db, channels, asReceiver, { ...eva, address: 'Ana@example.gt' });
  expect((await listTargets(db, { owner, own: OWN })).map((row) => row.id)).toEqual([added.id]);
  expect(await listTargets(db, { owner })).toHaveLength(2);
  const [row] = await sql`SELECT action FROM audit_log ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({ action: 'notice.add_target' });
});
