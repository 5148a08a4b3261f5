import { z } from 'zod';
import { Client, countsOf } from '@/acceptance/load/client';
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
  const client = new Client(CLIENTS);
  cluster.harness.onStop(() => client.stop());
  const problems: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const line = await burst(cluster, client, round);
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

async function burst(cluster: Cluster, client: Client, round: number): Promise<string> {
  const { instances, harness, sql } = cluster;
  const customer = await cluster.addCustomer(BigInt(AFFORDABLE) * TARIFA, TARIFA);
  await fetch(`${harness.sourceUrl}/_control/calls`, { method: 'DELETE' });
  const query = { customer, lookup: 'cui-nit', person: wellKnown.individual } as const;
  const ask = async (place: number) => {
    const url = await instances.address(place);
    return client.ask(url, { requestId: `burst-${round}-${place}`, ...query });
  };
  const endings = await Promise.all(Array.from({ length: CLIENTS }, (_, place) => ask(place)));
  const counted = await fetch(`${harness.sourceUrl}/_control/calls/count`);
  const { total: calls } = countSchema.parse(await counted.json());
  const { 200: found = 0, 402: refused = 0 } = countsOf(endings);
  const { saldo, reservado } = await accountOf(sql, customer.id);
  const charges = (await chargesOf(sql, customer.id)).length;
  return described({ found, refused, calls, charges, saldo, reservado });
}
