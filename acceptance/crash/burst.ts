import { Agent } from 'undici';
import { z } from 'zod';
import { type Ending, send } from '@/acceptance/load/send';
import { lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { accountOf, chargesOf } from '@/testing/billing';
import { LOOKUPS_ALONE } from '@/testing/harness';
import { type Cluster, startCluster } from './cluster';

const CLIENTS = 200;
const AFFORDABLE = 37;
const TARIFA = 5_000n;
const INSTANCES = 2;

const countSchema = z.object({ total: z.number() });

/** Has many clients ask at once on a balance worth fewer queries. Returns the problems. */
export async function runBurst(rounds: number, print: (line: string) => void): Promise<string[]> {
  await using cluster = await startCluster(INSTANCES, LOOKUPS_ALONE);
  const agent = new Agent({ connections: CLIENTS });
  cluster.harness.onStop(() => agent.destroy());
  const problems: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const line = await burst(cluster, agent, round);
    print(`burst ${round}: ${line}`);
    if (line !== EXPECTED) problems.push(`burst ${round}: ${line}`);
  }
  return [...problems, ...(await cluster.harness.ledgerProblems())];
}

const EXPECTED = described({
  found: AFFORDABLE,
  refused: CLIENTS - AFFORDABLE,
  calls: AFFORDABLE,
  charges: AFFORDABLE,
  saldo: 0n,
  reservado: 0n,
});

function described(outcome: Readonly<Record<string, number | bigint>>): string {
  return Object.entries(outcome)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

async function burst(cluster: Cluster, agent: Agent, round: number): Promise<string> {
  const { instances, harness, sql } = cluster;
  const customer = await cluster.addCustomer(BigInt(AFFORDABLE) * TARIFA, TARIFA);
  await fetch(`${harness.sourceUrl}/_control/calls`, { method: 'DELETE' });
  const body = { nit: wellKnown.individual.nit };
  const ask = async (place: number): Promise<Ending> => {
    const url = (await instances.address(place)) + lookupFacts['cui-nit'].path;
    return send(agent, url, { requestId: `burst-${round}-${place}`, customer, body });
  };
  const endings = await Promise.all(Array.from({ length: CLIENTS }, (_, place) => ask(place)));
  const counted = await fetch(`${harness.sourceUrl}/_control/calls/count`);
  const { total: calls } = countSchema.parse(await counted.json());
  const count = (status: number) =>
    endings.filter((ending) => ending.kind === 'answer' && ending.status === status).length;
  const { saldo, reservado } = await accountOf(sql, customer.id);
  const charges = (await chargesOf(sql, customer.id)).length;
  return described({ found: count(200), refused: count(402), calls, charges, saldo, reservado });
}
