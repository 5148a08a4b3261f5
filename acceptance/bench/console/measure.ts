import type { TestApp } from '@/testing/app';
import { cpuTimeMs, pagesProcessOf } from '@/testing/proc';
import { type SignedIn, visit } from '@/testing/signed-in';
import type { Statement, StatementLog } from './statements';

const WARM_UP = 5;

/** Times of requests to one address, one after another. */
export async function timeRequests(
  { app, log }: { readonly app: TestApp; readonly log: StatementLog },
  { path, user }: { readonly path: string; readonly user: SignedIn },
  requests: number,
) {
  const url = app.url + path;
  let status = 0;
  for (let number = 0; number < WARM_UP; number += 1) status = (await visit(url, user)).status;
  await log.skip();
  const pagesPid = await pagesProcessOf(app.pid);
  const cpuBeforeMs = await cpuTimeMs(pagesPid);
  /** From each request to the last byte of its answer. */
  const serverMs: number[] = [];
  const statements: (readonly Statement[])[] = [];
  for (let number = 0; number < requests; number += 1) {
    serverMs.push((await visit(url, user)).ms);
    statements.push(await log.take());
  }
  const cpuAfterMs = await cpuTimeMs(pagesPid);
  const known = cpuBeforeMs !== undefined && cpuAfterMs !== undefined;
  /** CPU time of the pages process for one request, which does not depend on the machine's load. */
  const cpuMs = known ? (cpuAfterMs - cpuBeforeMs) / requests : undefined;
  return { status, serverMs, cpuMs, databaseMs: statements.map(sumMs), statements };
}

export type Timed = Awaited<ReturnType<typeof timeRequests>>;

function sumMs(statements: readonly Statement[]): number {
  return statements.reduce((total, { ms }) => total + ms, 0);
}

/** The statements of the request that took the database longest. */
export function slowest({ databaseMs, statements }: Timed): readonly Statement[] {
  return statements[databaseMs.indexOf(Math.max(...databaseMs))] ?? [];
}

const SCANNED = /Scan\b.* on query_records_(\d{4}_\d{2})\b.*/g;

/** Months whose records were read; those that a plan names but never reached do not count. */
export function monthsRead({ statements }: Pick<Timed, 'statements'>): ReadonlySet<string> {
  const plans = statements.flat().flatMap(({ plan }) => plan ?? []);
  const months = plans
    .flatMap((plan) => [...plan.matchAll(SCANNED)])
    .filter(([line]) => !line.includes('never executed'))
    .map(([, month = '']) => month);
  return new Set(months);
}
