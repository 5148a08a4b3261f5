import { randomUUID } from 'node:crypto';
import { Client, countsOf } from '@/acceptance/load/client';
import { Generator } from '@/acceptance/load/generator';
import { quantile } from '@/acceptance/load/job';
import { lookupRequests } from '@/acceptance/load/requests';
import { connectSql } from '@/db/client';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { reserved } from '@/simulator/reserved';
import { accountOf, chargesOf } from '@/testing/billing';
import { LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';

const HUNG: Lookup = 'cui-nit';
const OTHERS = LOOKUPS.filter((lookup) => lookup !== HUNG);
/** Requests per second of each other lookup: 50 together. */
const RATE_PER_SECOND = 13;
/** Until the hung queries have been sent. */
const START_MS = 3_000;
const SETTLEMENT_MS = 2_000;
const BALANCE = 10n ** 12n;

/**
 * Has one source hang for so many queries of a lookup, and measures the latencies of the other lookups
 * meanwhile. Problems are wrong answers and wrong money; the reader judges slow answers. Statuses
 * count what the hung queries were answered.
 */
export async function runHung(queries: number, timeoutMs: number) {
  await using harness = await startHarness({
    ...NO_LIMITS,
    ...LOOKUPS_ALONE,
    SOURCE_TIMEOUT_MS: String(timeoutMs),
  });
  using generator = new Generator();
  const sql = connectSql(harness.databaseUrl, { max: 1 });
  const client = new Client(queries);
  harness.onStop(() => Promise.all([sql.end({ timeout: 5 }), client.stop()]));
  const app = await harness.startApp();
  const others = await createTestIntegration(harness.databaseUrl, { saldo: BALANCE });
  const unlucky = await createTestIntegration(harness.databaseUrl, { saldo: BALANCE });
  const measure = async (lookup: Lookup, durationMs: number) => {
    const requests = await lookupRequests(app.port, lookup, [others]);
    const job = { port: app.port, requests, connections: 2, ratePerSecond: RATE_PER_SECOND };
    return { lookup, ...(await generator.run({ ...job, durationMs })) };
  };
  await Promise.all(OTHERS.map((lookup) => measure(lookup, 3_000)));
  const query = { customer: unlucky, lookup: HUNG, person: reserved('hang') };
  const hang = () => client.ask(app.url, { requestId: randomUUID(), ...query });
  const hung = Promise.all(Array.from({ length: queries }, hang));
  const throughout = START_MS + timeoutMs + SETTLEMENT_MS;
  const measured = await Promise.all(OTHERS.map((lookup) => measure(lookup, throughout)));
  const statuses = countsOf(await hung);

  const { reservado } = await accountOf(sql, unlucky.id);
  const charges = await chargesOf(sql, unlucky.id);
  const problems = [
    ...measured.flatMap(({ lookup, failures }) =>
      Object.keys(failures).map((failure) => `${lookup}: ${failure}`),
    ),
    ...Object.keys(statuses).flatMap((status) =>
      status === '502' ? [] : [`${statuses[status]} hung queries ended as ${status}`],
    ),
    ...(charges.length === 0 ? [] : [`${charges.length} hung queries were charged`]),
    ...(reservado === 0n ? [] : [`${reservado} is still reserved for hung queries`]),
    ...(await harness.ledgerProblems()),
  ];
  const times = measured.map(({ lookup, latenciesMs }) => {
    return { lookup, p95Ms: quantile(latenciesMs, 0.95) };
  });
  return { times, problems, statuses };
}
