import { sql as query } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { setTariff } from '@/lib/billing/tariffs';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { rotate } from '@/lib/integrations/rotate';
import { type Switches, setIntegration } from '@/lib/integrations/set';
import { definitions } from '@/lib/sources/definitions';
import { chargesOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import type { TestIntegration } from '@/testing/integration';
import { startRawSource } from '@/testing/raw-source';
import type { PlainAnswer } from './call';

const FOUND = '{"exito":true,"responseCode":0,"datos":{}}';
const ROUNDS = 3;

const { databaseUrl, db, sql, newIntegration, act } = await ownDatabase();
const source = await startRawSource((_request, response) => response.end(FOUND));
const gateways = [
  openTestGateway(databaseUrl, source.url),
  openTestGateway(databaseUrl, source.url),
] as const;

/** The answers of both instances to requests that begin now. */
function askBoth(as: TestIntegration, lookup: Lookup = 'cui-nit') {
  return Promise.all(gateways.map((gateway) => gateway.ask(definitions[lookup], as)));
}

const statusOf = ({ status }: PlainAnswer) => status;

/** Changes an integration while requests keep coming; gives the statuses right after the change. */
async function whileAsked(as: TestIntegration, change: () => Promise<unknown>) {
  let going = true;
  const asking = LOOKUPS.map(async (lookup) => {
    while (going) await askBoth(as, lookup);
  });
  await change();
  const after = await Promise.all([askBoth(as), askBoth(as, 'renap')]);
  going = false;
  await Promise.all(asking);
  return after.flat().map(statusOf);
}

function set(as: TestIntegration, switches: Partial<Switches>): Promise<number[]> {
  return whileAsked(as, () => act(setIntegration, { nombre: as.nombre, switches, reason: 'test' }));
}

function rotateToken({ nombre }: TestIntegration, overlapMs: number) {
  return act(rotate, { nombre, overlapMs, deployment: 'development' });
}

describe('what an administrator changes counts from the next request on, on every instance', () => {
  it.each<[string, Partial<Switches>, Partial<Switches>, number[]]>([
    ['a flag', { is_cui_nit_enabled: false }, { is_cui_nit_enabled: true }, [403, 403, 200, 200]],
    ['a suspension', { suspended: true }, { suspended: false }, [401, 401, 403, 403]],
  ])('%s, and its end', async (_name, off, on, refused) => {
    const integration = await newIntegration({ saldo: 90_000_000n });
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await set(integration, off)).toEqual(refused);
      expect(await set(integration, on)).toEqual([200, 200, 200, 200]);
    }
  });

  it('receipts', async () => {
    const integration = await newIntegration({ saldo: 90_000_000n });
    for (const receipts of [true, false, true]) {
      await set(integration, { receipts_enabled: receipts });
      const answers = await askBoth(integration);
      expect(answers.map(({ headers }) => 'x-consulta-cobro' in headers)).toEqual([
        receipts,
        receipts,
      ]);
    }
  });

  it('a token rotated without an overlap', async () => {
    let integration = await newIntegration({ saldo: 90_000_000n });
    for (let round = 0; round < ROUNDS; round += 1) {
      let token = '';
      const change = async () => {
        ({ token } = await rotateToken(integration, 0));
      };
      expect(await whileAsked(integration, change)).toEqual([401, 401, 403, 403]);
      integration = { ...integration, token };
      expect((await askBoth(integration)).map(statusOf)).toEqual([200, 200]);
    }
  });

  it('a tariff', async () => {
    const integration = await newIntegration({ saldo: 90_000_000n });
    for (const tarifa of [7_000n, 1n, 9_000n]) {
      const change = { nombre: integration.nombre, tarifa };
      await whileAsked(integration, () => act(setTariff, change));
      await askBoth(integration);
      const charges = await chargesOf(sql, integration.id);
      expect(charges.slice(-2)).toEqual([tarifa, tarifa]);
    }
  });

  it('any write to the tables, whoever makes it', async () => {
    const integration = await newIntegration({ saldo: 90_000_000n });
    const { id } = integration;
    expect((await askBoth(integration)).map(statusOf)).toEqual([200, 200]);
    await db.execute(query`UPDATE integrations SET is_cui_nit_enabled = false WHERE id = ${id}`);
    expect((await askBoth(integration)).map(statusOf)).toEqual([403, 403]);
    await db.execute(query`UPDATE integrations SET is_cui_nit_enabled = true WHERE id = ${id}`);
    expect((await askBoth(integration)).map(statusOf)).toEqual([200, 200]);
    await db.execute(query`DELETE FROM credentials WHERE integration_id = ${id}`);
    expect((await askBoth(integration)).map(statusOf)).toEqual([401, 401]);
  });
});

it('a token stops at its expiry by the clock of the database', async () => {
  const integration = await newIntegration();
  await rotateToken(integration, 700);
  const expired = async () => (await askBoth(integration)).map(statusOf);
  expect(await expired()).toEqual([200, 200]);
  await expect.poll(expired, { timeout: 10_000 }).toEqual([401, 401]);
});

it('a query of a remembered integration takes two statements', async () => {
  const integration = await newIntegration();
  await askBoth(integration);
  const [gateway] = gateways;
  await gateway.ask(definitions['cui-nit'], integration);
  const steps = gateway.log.at(-1)?.stepsMs;
  expect(steps).not.toHaveProperty('credentials');
});

it('bad input with a token that no longer works is a 401, and spends nothing that shows', async () => {
  const integration = await newIntegration();
  await askBoth(integration);
  await rotateToken(integration, 0);
  const answers = await Promise.all(
    gateways.map((gateway) => gateway.ask(definitions['cui-nit'], integration, { nit: 1 })),
  );
  expect(answers.map(statusOf)).toEqual([401, 401]);
  for (const { headers } of answers) expect(headers).not.toHaveProperty('ratelimit');
});
