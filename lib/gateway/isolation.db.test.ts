import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FAILURES_TO_OPEN } from '@/lib/sources/circuit-breaker';
import { cuiNit } from '@/lib/sources/cui-nit';
import { omisos } from '@/lib/sources/omisos';
import { renap } from '@/lib/sources/renap';
import { occupyStatements } from '@/testing/batch';
import { accountOf, recordsOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { openTestGateway, type TestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';
import type { PlainAnswer } from './call';

const FOUND = '{"exito":true,"datos":{}}';
const unavailable = {
  catalog: {
    status: 502,
    body: '{"message":"El servicio de consultas no esta disponible en este momento."}',
  },
  registry: { status: 500, body: '{"error":"The registry could not be queried."}' },
};

const { databaseUrl, newIntegration } = await ownDatabase();
/** Behaviour of the source for each request. */
let respond: (response: ServerResponse, path: string) => void;
const source = await startRawSource((request, response) => respond(response, request.url ?? ''));

function openGateway(variables?: Readonly<Record<string, string>>): TestGateway {
  return openTestGateway(databaseUrl, source.url, variables);
}

/** Refusals counted by a gateway so far, by lookup and reason. */
async function refusalsOf({ gateway }: TestGateway, integrationId: number) {
  await gateway.refusals.write(gateway.sql);
  return gateway.sql`
    SELECT lookup, reason, sum(refusals)::int AS refusals FROM refusal_counts
    WHERE integration_id = ${integrationId} GROUP BY 1, 2 ORDER BY 1, 2`;
}

const plain = ({ status, body }: PlainAnswer) => ({ status, body });

describe('a lookup with as many queries in flight as it may have', () => {
  it('fails the next one at once, before the reservation, and leaves the others alone', async () => {
    const test = openGateway({ SOURCE_MAX_IN_FLIGHT: '3' });
    const { id, ...as } = await newIntegration({ saldo: 20_000n });
    const integration = { id, ...as };
    const waiting: ServerResponse[] = [];
    const threeWait = new Promise<void>((resolve) => {
      respond = (response, path) => {
        if (!path.endsWith('/cui-nit') && !path.endsWith('/buscar-cui')) {
          response.end(FOUND);
          return;
        }
        waiting.push(response);
        if (waiting.length === 6) resolve();
      };
    });
    const three = [1, 2, 3].map(() => test.ask(cuiNit, integration));
    const others = [1, 2, 3].map(() => test.ask(renap, integration));
    await threeWait;

    expect(plain(await test.ask(cuiNit, integration))).toEqual(unavailable.catalog);
    expect(plain(await test.ask(renap, integration))).toEqual(unavailable.registry);
    expect(await accountOf(test.gateway.sql, id)).toMatchObject({ reservado: 15_000n });
    expect((await test.ask(omisos, integration)).status).toBe(200);

    for (const response of waiting) response.end(FOUND);
    const answers = await Promise.all([...three, ...others]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await recordsOf(test.gateway.sql, id)).toHaveLength(7);
    expect(await refusalsOf(test, id)).toEqual([
      { lookup: 'cui-nit', reason: 'overloaded', refusals: 1 },
      { lookup: 'renap', reason: 'overloaded', refusals: 1 },
    ]);
    respond = (response) => response.end(FOUND);
    expect((await test.ask(cuiNit, integration)).status).toBe(402);
    expect((await test.ask(renap, integration)).status).toBe(200);
  });
});

it('an overloaded process fails new queries at once, before it reads credentials', async () => {
  const test = openGateway();
  const { id, ...integration } = await newIntegration();
  respond = (response) => response.end(FOUND);
  const { release } = occupyStatements(5_001);
  expect(plain(await test.ask(cuiNit, { id, ...integration }))).toEqual(unavailable.catalog);
  expect(plain(await test.ask(renap, { id, ...integration }))).toEqual(unavailable.registry);
  await release();
  expect(await recordsOf(test.gateway.sql, id)).toEqual([]);
  await test.gateway.refusals.write(test.gateway.sql);
  const counted = await test.gateway.sql`
    SELECT lookup, reason FROM refusal_counts WHERE nombre = ${integration.nombre} ORDER BY 1`;
  expect(counted).toEqual([
    { lookup: 'cui-nit', reason: 'overloaded' },
    { lookup: 'renap', reason: 'overloaded' },
  ]);
});

describe('the circuit breaker of a lookup', () => {
  const breakConnection = (response: ServerResponse) => response.destroy();
  const askOften = async (test: TestGateway, ask: () => Promise<PlainAnswer>) => {
    const answers = [];
    for (let n = 0; n < FAILURES_TO_OPEN; n += 1) answers.push(await ask());
    return { answers, circuits: test.log.filter(({ event }) => event === 'circuit') };
  };

  it('opens when the connection keeps failing, for that lookup alone, and charges nothing', async () => {
    const test = openGateway();
    const integration = await newIntegration({ saldo: 20_000n });
    respond = (response, path) =>
      path.endsWith('/cui-nit') ? breakConnection(response) : response.end(FOUND);
    const { answers, circuits } = await askOften(test, () => test.ask(cuiNit, integration));
    expect(answers.map(plain)).toEqual(Array(FAILURES_TO_OPEN).fill(unavailable.catalog));
    expect(circuits).toMatchObject([{ lookup: 'cui-nit', circuit: 'open' }]);

    expect(plain(await test.ask(cuiNit, integration))).toEqual(unavailable.catalog);
    expect((await test.ask(omisos, integration)).status).toBe(200);
    expect(await recordsOf(test.gateway.sql, integration.id)).toHaveLength(FAILURES_TO_OPEN + 1);
    expect(await refusalsOf(test, integration.id)).toEqual([
      { lookup: 'cui-nit', reason: 'circuit_open', refusals: 1 },
    ]);
    expect(await accountOf(test.gateway.sql, integration.id)).toMatchObject({
      saldo: 15_000n,
      reservado: 0n,
    });
  });

  it('opens when the source times out', async () => {
    const test = openGateway({ SOURCE_TIMEOUT_MS: '500' });
    const integration = await newIntegration();
    respond = () => {};
    const { omisos: channel } = test.gateway.channels;
    // On a busy machine some queries end before they reach the source.
    for (let round = 0; round < 5 && channel.circuit === 'closed'; round += 1) {
      const asked = Array.from({ length: FAILURES_TO_OPEN }, () => test.ask(omisos, integration));
      await Promise.all(asked);
    }
    expect(channel.circuit).toBe('open');
  });

  it.each([
    ['the status 503', (response: ServerResponse) => response.writeHead(503).end('{}')],
    ['a redirect', (response: ServerResponse) => response.writeHead(302).end('{}')],
    ['what is not JSON', (response: ServerResponse) => response.end('<html>')],
  ])('stays closed when the source answers %s', async (_name, badly) => {
    const test = openGateway();
    const integration = await newIntegration();
    respond = badly;
    const { circuits } = await askOften(test, () => test.ask(cuiNit, integration));
    expect(circuits).toEqual([]);
  });

  it('stays closed when clients hang up', async () => {
    const test = openGateway();
    const integration = await newIntegration();
    const { circuits } = await askOften(test, () => {
      const client = new AbortController();
      respond = () => client.abort();
      return test.ask(cuiNit, integration, undefined, client.signal);
    });
    expect(circuits).toEqual([]);
  });
});
