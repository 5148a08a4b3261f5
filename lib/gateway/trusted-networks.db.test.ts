import { describe, expect, it } from 'vitest';
import { rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { cuiNit } from '@/lib/sources/cui-nit';
import { ownDatabase } from '@/testing/database';
import { openTestGateway, type TestGateway } from '@/testing/gateway';
import type { TestIntegration } from '@/testing/integration';
import { startRawSource } from '@/testing/raw-source';
import type { Credentials } from '@/testing/requests';

const FOUND = '{"exito":true,"responseCode":0,"datos":{}}';
const LIMIT = 3;
const TRUSTED = '198.51.100.7';
const ELSEWHERE = '203.0.113.7';

const { databaseUrl, newIntegration, act, setLimits } = await ownDatabase();
const source = await startRawSource((_request, response) => response.end(FOUND));

function open(variables: Readonly<Record<string, string>> = {}): TestGateway {
  return openTestGateway(databaseUrl, source.url, { LIMIT_GLOBAL: String(LIMIT), ...variables });
}

/** Statuses of requests, one after the other, until two more than the limit. */
async function statuses(gateway: TestGateway, as: Credentials, peer = TRUSTED) {
  const all: number[] = [];
  for (let sent = 0; sent < LIMIT + 2; sent += 1) {
    all.push((await gateway.askFrom(peer, cuiNit, as)).status);
  }
  return all;
}

const all = (status: number) => Array<number>(LIMIT + 2).fill(status);
const limited = (status: number) => [...Array<number>(LIMIT).fill(status), 429, 429];
const wrong = (as: TestIntegration) => ({ ...as, token: 'not its own' });

/** An integration that trusts the network of {@link TRUSTED}, known to the gateway. */
async function trusting(gateway: TestGateway): Promise<TestIntegration> {
  const as = await newIntegration();
  await setLimits(as.nombre, { trusted_networks: '198.51.100.0/24, 2001:db8::/32' });
  await gateway.gateway.addressLimitKeys.refresh();
  return as;
}

describe('a network that an integration trusts', () => {
  it('is exempt from the limit per address, for this integration alone', async () => {
    const gateway = open();
    const [as, other] = [await trusting(gateway), await newIntegration()];
    expect(await statuses(gateway, as)).toEqual(all(200));
    expect(await statuses(gateway, { ...as, nombre: as.nombre.toUpperCase() })).toEqual(all(200));
    expect(await statuses(gateway, as, '2001:db8:1::7')).toEqual(all(200));
    expect(await statuses(gateway, as, ELSEWHERE)).toEqual(limited(200));
    expect(await statuses(gateway, other)).toEqual(limited(200));
    expect(await statuses(gateway, as)).toEqual(all(200));
  });

  it('is no place to guess tokens: they are limited there, right ones are not', async () => {
    const gateway = open();
    const as = await trusting(gateway);
    const neighbour = await trusting(gateway);
    expect(await statuses(gateway, as)).toEqual(all(200));
    expect(await statuses(gateway, wrong(as))).toEqual(limited(401));
    expect(await statuses(gateway, as)).toEqual(all(200));
    // A wrong token that others keep sending does not keep out a new one.
    expect(await statuses(gateway, neighbour)).toEqual(all(200));
    const { nombre } = neighbour;
    const renewed = { nombre, overlapMs: 0, deployment: 'development' } as const;
    const { token } = await act(rotate, renewed);
    expect(await statuses(gateway, { nombre, token })).toEqual(all(200));
    // A guess that is right only after the limit is refused like the others.
    const { token: guessed } = await act(rotate, { ...renewed, nombre: as.nombre });
    expect(await statuses(gateway, { ...as, token: guessed })).toEqual(all(429));
  });

  it('gives nothing to a suspended integration, nor to a name that does not exist', async () => {
    const gateway = open();
    const as = await trusting(gateway);
    expect(await statuses(gateway, as)).toEqual(all(200));
    await act(setIntegration, { nombre: as.nombre, switches: { suspended: true }, reason: 'test' });
    expect((await gateway.askFrom(TRUSTED, cuiNit, as)).status).toBe(401);
    await gateway.gateway.addressLimitKeys.refresh();
    expect(await statuses(gateway, as)).toEqual(limited(401));
    expect(await statuses(gateway, { nombre: 'nobody', token: 'x' })).toEqual(all(429));
  });
});

describe('a network that the environment trusts', () => {
  const TRUSTED_NETWORKS = '198.51.100.0/24';

  it('is exempt for every integration, and limits guesses at one name after the other', async () => {
    const gateway = open({ TRUSTED_NETWORKS });
    const [one, two] = await Promise.all([newIntegration(), newIntegration()]);
    expect(await statuses(gateway, one)).toEqual(all(200));
    expect(await statuses(gateway, wrong(one))).toEqual(limited(401));
    expect(await statuses(gateway, two)).toEqual(all(200));
    expect(await statuses(gateway, one, ELSEWHERE)).toEqual(limited(200));
    const guessed: number[] = [];
    for (const name of ['name-1', 'name-2', 'name-3', 'name-4']) {
      const { status } = await gateway.askFrom(TRUSTED, cuiNit, { nombre: name, token: 'x' });
      guessed.push(status);
    }
    expect(guessed.at(-1)).toBe(429);
  });

  it('counts only the address that the proxies vouch for', async () => {
    const gateway = open({ TRUSTED_NETWORKS, TRUSTED_PROXY_HOPS: '1' });
    const as = await newIntegration();
    // The peer is in the network, but no proxy has written an address.
    expect(await statuses(gateway, as)).toEqual(limited(200));
  });
});
