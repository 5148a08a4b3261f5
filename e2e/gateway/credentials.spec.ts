import { cuiNit, somebody } from '@/checks/lookups';
import { rotate as rotateVerb } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { act, type TestIntegration } from '@/testing/integration';
import { type Api, expect, test } from './fixtures';

/** Changes by an administrator, made in another process than the app's. */

async function statusesOf(api: Api, ...callers: TestIntegration[]): Promise<number[]> {
  const statuses = [];
  for (const as of callers) {
    statuses.push((await api.ask(cuiNit, { as, json: { nit: somebody.nit } })).status);
  }
  return statuses;
}

test('[credentials.next-request] flag and suspension act at the next request', async ({ api }) => {
  const as = await api.integration({ flags: [] });
  const statuses = await statusesOf(api, as);
  for (const switches of [
    { is_cui_nit_enabled: true },
    { suspended: true },
    { suspended: false },
    { is_cui_nit_enabled: false },
  ]) {
    await act(api.db, setIntegration, { nombre: as.nombre, switches, reason: 'test' });
    statuses.push(...(await statusesOf(api, as)));
  }
  expect(statuses).toEqual([403, 200, 401, 200, 403]);
});

test('[credentials.rotation] two tokens live while a rotation overlaps', async ({ api }) => {
  const first = await api.integration();
  const rotate = async (overlapMs: number) => {
    const input = { nombre: first.nombre, overlapMs, deployment: 'development' } as const;
    const { token } = await act(api.db, rotateVerb, input);
    return { ...first, token };
  };
  const second = await rotate(3_600_000);
  expect(await statusesOf(api, first, second)).toEqual([200, 200]);
  const third = await rotate(3_600_000);
  expect(await statusesOf(api, first, second, third)).toEqual([401, 200, 200]);
  const fourth = await rotate(0);
  expect(await statusesOf(api, second, third, fourth)).toEqual([401, 401, 200]);
});

test('[credentials.token] a token names its deployment and is random', async ({ api }) => {
  const { token } = await api.integration();
  expect(token).toMatch(/^pas_dev_[A-Za-z0-9_-]{43}$/);
});
