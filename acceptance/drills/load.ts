import { randomUUID } from 'node:crypto';
import { checkSeen } from '@/acceptance/crash/check';
import { Client, type Seen } from '@/acceptance/load/client';
import { connectSql } from '@/db/client';
import { wellKnown } from '@/simulator/well-known';
import type { Credentials } from '@/testing/requests';

interface LoadOptions {
  /** Base address of each request. */
  readonly url: () => string;
  readonly caller: Credentials;
  readonly perSecond: number;
}

/** Sends billed queries at a steady rate. */
export function steadyLoad({ url, caller, perSecond }: LoadOptions): Client {
  const client = new Client();
  const query = { customer: caller, lookup: 'cui-nit', person: wellKnown.individual } as const;
  client.steadily(perSecond, () => client.ask(url(), { requestId: randomUUID(), ...query }));
  return client;
}

/** Price of each query in the drills, which is that of test integrations. */
const TARIFA = 5_000n;

/** Lists answers that were not charged as they must be; charged answers of 500 are to be returned. */
export async function unpaidAnswers(databaseUrl: string, seen: readonly Seen[]): Promise<string[]> {
  const priced = seen.map((one) => ({ ...one, customer: { ...one.customer, tarifa: TARIFA } }));
  const sql = connectSql(databaseUrl, { max: 1 });
  const judged = await checkSeen(sql, priced).finally(() => sql.end({ timeout: 5 }));
  const { problems, ambiguous } = judged;
  return ambiguous === 0 ? [...problems] : [...problems, `${ambiguous} charged answers of 500`];
}
