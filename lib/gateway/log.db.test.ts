import { expect, it } from 'vitest';
import { definitions } from '@/lib/sources/definitions';
import { sharedDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, newIntegration } = sharedDatabase();
let status = 200;
const source = await startRawSource((_request, response) => {
  response.writeHead(status).end('{"exito":true,"responseCode":0,"datos":{}}');
});
const gateway = openTestGateway(databaseUrl, source.url, { LOG_ONE_IN: '3' });

it('logs one in LOG_ONE_IN of the answers, and every failure', async () => {
  const as = await newIntegration();
  for (status of [200, 200, 500, 200, 500, 200, 500]) await gateway.ask(definitions.omisos, as);
  const lines = gateway.log.filter(({ event }) => event === 'lookup');
  expect(lines.map(({ status: answered, oneIn }) => [answered, oneIn])).toEqual([
    [200, 3],
    [502, undefined],
    [502, undefined],
    [200, 3],
    [502, undefined],
  ]);
});

it('marks the lines of the queries that were charged', async () => {
  const as = await newIntegration({ tarifa: 5_000n });
  const before = gateway.log.length;
  for (status of [500, 200, 200, 200]) await gateway.ask(definitions.omisos, as);
  const lines = gateway.log.slice(before).filter(({ event }) => event === 'lookup');
  expect(lines.map(({ status: answered, charged }) => [answered, charged])).toEqual([
    [502, undefined],
    [200, true],
  ]);
});
