import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { lastAccessChange } from '@/lib/audit/access-change';
import { rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { UNKNOWN_ADDRESS, writtenAddressKey } from '@/lib/limits/address';
import { type RefusalFilter, refusalsByReason } from '@/lib/recording/list-refusals';
import { cuiNit } from '@/lib/sources/cui-nit';
import { ownDatabase } from '@/testing/database';
import { openTestGateway, type TestGateway } from '@/testing/gateway';
import { answerLookup } from './handler';

const UNKNOWN = '{"message":"Integración no encontrada con estas credenciales."}';
const NO_SOURCE = 'http://127.0.0.1:1';
const soon = () => new Date(Date.now() + 60_000);

const { databaseUrl, db, newIntegration, act } = await ownDatabase();

function openGateway(variables?: Readonly<Record<string, string>>): TestGateway {
  return openTestGateway(databaseUrl, NO_SOURCE, variables);
}

/** Reason, integration, claimed name, address and count of the refusals of a filter. */
async function refusals({ gateway }: TestGateway, filter: RefusalFilter) {
  await gateway.refusals.write(gateway.sql);
  const rows = await refusalsByReason(db, filter, { from: new Date(0), to: soon() }, { limit: 10 });
  return rows.map((row) => [row.reason, row.integrationId, row.nombre, row.address, row.refusals]);
}

it('[credentials.suspended] a 401 tells support alone that the integration was suspended, and by whom', async () => {
  const test = openGateway();
  const integration = await newIntegration();
  const { id, nombre } = integration;
  const reason = 'Lo pidió su contador.';
  await act(setIntegration, { nombre, switches: { suspended: true }, reason });
  const answer = await test.ask(cuiNit, integration);
  expect(answer).toMatchObject({ status: 401, body: UNKNOWN });
  expect(Object.keys(answer.headers)).not.toContain('ratelimit');
  await test.ask(cuiNit, { ...integration, token: 'not its own' });
  expect(
    await refusals(test, { integrations: new Map([[integration.id, integration.nombre]]) }),
  ).toEqual([
    ['credentials_unknown', 0, nombre, UNKNOWN_ADDRESS, 1],
    ['integration_suspended', id, '', '', 1],
  ]);
  const change = { actor: 'cli:tests', at: expect.any(Date), reason };
  expect(await lastAccessChange(db, 'suspended', id, soon())).toEqual(change);
  expect(await lastAccessChange(db, 'suspended', id, new Date(0))).toBeUndefined();
});

it('a 401 tells support that the token was replaced, and by whom', async () => {
  const test = openGateway();
  const integration = await newIntegration();
  const { id, nombre } = integration;
  await act(rotate, { nombre, overlapMs: 0, deployment: 'development' });
  expect(await test.ask(cuiNit, integration)).toMatchObject({ status: 401, body: UNKNOWN });
  expect(
    await refusals(test, { integrations: new Map([[integration.id, integration.nombre]]) }),
  ).toEqual([['token_expired', id, '', '', 1]]);
  const change = { actor: 'cli:tests', at: expect.any(Date), reason: null };
  expect(await lastAccessChange(db, 'tokens', id, soon())).toEqual(change);
  expect(await lastAccessChange(db, 'suspended', id, soon())).toBeUndefined();
});

it('a 403 tells support who disabled the lookup', async () => {
  const { id, nombre } = await newIntegration({ flags: ['is_omisos_enabled'] });
  expect(await lastAccessChange(db, 'is_omisos_enabled', id, soon())).toBeUndefined();
  await act(setIntegration, { nombre, switches: { is_omisos_enabled: false } });
  expect(await lastAccessChange(db, 'is_omisos_enabled', id, soon())).toMatchObject({
    actor: 'cli:tests',
  });
});

it('refusals without valid credentials are found by the address and by the claimed name', async () => {
  const test = openGateway({ LIMIT_GLOBAL: '1' });
  const ask = (peer: string, login: string, method = 'POST') =>
    answerLookup(
      cuiNit,
      {
        method,
        peer,
        headers: new Headers({ 'x-integracion-login': login, 'x-integracion-token': 'x' }),
        body: Readable.from([]),
        signal: new AbortController().signal,
      },
      test.gateway,
    );
  // The method is checked first, so a 405 leaves the limit alone.
  expect((await ask('192.0.2.7', 'claimed-name', 'GET')).status).toBe(405);
  const IPV6 = '2001:db8:1:2::';
  for (const address of ['192.0.2.7', `${IPV6}1`, `${IPV6}2`]) await ask(address, 'claimed-name');
  expect((await ask('192.0.2.7', 'claimed-name')).status).toBe(429);
  const network = writtenAddressKey(`${IPV6}3`);
  const ofV4 = ['global_limit', 0, 'claimed-name', '192.0.2.7', 1];
  const ofV6 = ['global_limit', 0, 'claimed-name', network, 1];
  const tokenOfV6 = ['credentials_unknown', 0, 'claimed-name', network, 1];
  expect(await refusals(test, { address: writtenAddressKey(network) })).toEqual([tokenOfV6, ofV6]);
  const integration = { id: -1, nombre: 'claimed-name' };
  expect(
    await refusals(test, { integrations: new Map([[integration.id, integration.nombre]]) }),
  ).toEqual([
    ['credentials_unknown', 0, 'claimed-name', '192.0.2.7', 1],
    tokenOfV6,
    ofV4,
    ofV6,
    ['method_not_allowed', 0, 'claimed-name', '192.0.2.7', 1],
  ]);
});
