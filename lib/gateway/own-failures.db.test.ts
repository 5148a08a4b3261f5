import { expect, it } from 'vitest';
import { ownFailures } from '@/lib/contract/own-failures';
import { omisos } from '@/lib/sources/omisos';
import { rtu } from '@/lib/sources/rtu';
import { accountOf, recordsOf } from '@/testing/billing';
import { sharedDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, sql, newIntegration } = sharedDatabase();
let asked = 0;
const source = await startRawSource((_request, response) => {
  asked += 1;
  response.end('{"exito":true,"responseCode":0,"datos":{},"registros":[]}');
});
const nits = Object.values(ownFailures).map(({ nit }) => nit);
const production = {
  APP_ENV: 'production',
  ALLOW_INSECURE: 'http,database,redis,owner',
  SUPPORT_CONTACT: 'ayuda@pasarela.example, 2222-0000, 8 a 17',
  TRUSTED_PROXY_HOPS: '0',
  NEXTAUTH_URL: 'https://api.pasarela.gt',
  NEXTAUTH_SECRET: 'f3kq81vbnz7wty40xm5ldj29hscpgr6ea',
  IDENTIFIERS_KEY: 'q7t2xw94mzk1vb8ylc53nfhd06rsgjpeu',
  SECOND_FACTOR_KEY: 'z5n8rk3fjw1yq6vtb0xdm47hlcsg92pea',
};

it('failures of the integration itself are answered in development, unrecorded and free', async () => {
  const test = openTestGateway(databaseUrl, source.url);
  const as = await newIntegration();
  asked = 0;
  const statuses = [];
  for (const nit of nits) statuses.push((await test.ask(omisos, as, { nit })).status);
  expect(statuses).toEqual([401, 402, 403, 429]);
  const registry = [];
  for (const nit of nits) registry.push((await test.ask(rtu, as, { nits: ['1', nit] })).status);
  // The registries have no balance.
  expect(registry).toEqual([403, 200, 403, 429]);
  expect(asked).toBe(1);
  expect(await recordsOf(sql, as.id)).toHaveLength(1);
  expect(await accountOf(sql, as.id)).toMatchObject({ saldo: 1_000_000n, reservado: 0n });
});

it('production asks its sources for the same NITs', async () => {
  const test = openTestGateway(databaseUrl, source.url, production);
  const as = await newIntegration();
  asked = 0;
  for (const nit of nits) expect((await test.ask(omisos, as, { nit })).status).toBe(200);
  expect(asked).toBe(nits.length);
});
