import { Agent } from 'undici';
import { z } from 'zod';
import { lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { type Ending, send } from './load';
import { openWorld, type World } from './world';

const CLIENTS = 200;
const AFFORDABLE = 37;
const TARIFA = 5_000n;
const INSTANCES = 2;

const countSchema = z.object({ total: z.number() });

/** Many clients at once on a balance worth fewer queries, as often as asked. Returns the problems. */
export async function runBurst(rounds: number, print: (line: string) => void): Promise<string[]> {
  const world = await openWorld(INSTANCES);
  const agent = new Agent({ connections: CLIENTS });
  try {
    const problems: string[] = [];
    for (let round = 1; round <= rounds; round++) {
      const line = await burst(world, agent, round);
      print(`burst ${round}: ${line}`);
      if (line !== EXPECTED) problems.push(`burst ${round}: ${line}`);
    }
    return [...problems, ...(await world.harness.ledgerProblems())];
  } finally {
    await agent.destroy();
    await world.close();
  }
}

const EXPECTED = outcome({
  found: AFFORDABLE,
  refused: CLIENTS - AFFORDABLE,
  calls: AFFORDABLE,
  charges: AFFORDABLE,
  saldo: 0n,
  reservado: 0n,
});

interface Outcome {
  readonly found: number;
  readonly refused: number;
  readonly calls: number;
  readonly charges: number;
  readonly saldo: bigint;
  readonly reservado: bigint;
}

function outcome({ found, refused, calls, charges, saldo, reservado }: Outcome): string {
  return (
    `${found} answers of 200, ${refused} of 402, ${calls} calls to the source, ` +
    `${charges} charges, saldo ${saldo}, reservado ${reservado}`
  );
}

async function burst(world: World, agent: Agent, round: number): Promise<string> {
  const { fleet, harness, sql } = world;
  const customer = await world.addCustomer(BigInt(AFFORDABLE) * TARIFA, TARIFA);
  await fetch(`${harness.sourceUrl}/_control/calls`, { method: 'DELETE' });
  const body = { nit: wellKnown.individual.nit };
  const ask = async (place: number): Promise<Ending> => {
    const url = (await fleet.address(place)) + lookupFacts['cui-nit'].path;
    return send(agent, url, { requestId: `burst-${round}-${place}`, customer, body });
  };
  const endings = await Promise.all(Array.from({ length: CLIENTS }, (_, place) => ask(place)));
  const counted = await fetch(`${harness.sourceUrl}/_control/calls/count`);
  const { total: calls } = countSchema.parse(await counted.json());
  const count = (status: number) =>
    endings.filter((ending) => ending.kind === 'answer' && ending.status === status).length;
  const [account] = await sql<{ saldo: bigint; reservado: bigint; charges: number }[]>`
    SELECT saldo, reservado, (SELECT count(*)::int FROM ledger_entries l
      WHERE l.integration_id = a.integration_id AND kind = 'cobro') AS charges
    FROM accounts a WHERE integration_id = ${customer.id}`;
  if (account === undefined) throw new Error('The account is gone.');
  return outcome({ found: count(200), refused: count(402), calls, ...account });
}
