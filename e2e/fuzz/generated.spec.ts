import { createServer } from 'node:http';
import fc from 'fast-check';
import { Pool } from 'undici';
import { expect, test } from '@/e2e/gateway/fixtures';
import { withApp } from '@/e2e/gateway/process/with-app';
import { logProblems } from '@/e2e/log-check';
import { listen } from '@/lib/base/process/free-port';
import { parseJson } from '@/lib/base/values/json';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { limitVariables } from '@/testing/harness';
import { createTestIntegration, createTestIntegrations } from '@/testing/integration';
import { Contract, type Reply } from '@/testing/openapi-check';
import { type Callers, type Generated, requestsTo } from './requests';

/**
 * Sends generated requests and compares every answer with the OpenAPI document, under
 * `npm run test:all` and `npm run contract:fuzz`. FUZZ_REQUESTS sets their number for each lookup,
 * FUZZ_SEED the seed. A failure prints its seed and the smallest request that shows it.
 */

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const TIMEOUT_MS = 60_000 + REQUESTS * 1_000;

/** The busy integration and the crowded address meet their limits, and nobody else does. */
const share = (part: number) => Math.max(4, Math.round(REQUESTS / part));
const LIMITS = { global: share(20), renap: share(50), rtu: share(50), catalogos: share(16) };
const DOCUMENT = openApiDocument('en', LIMITS);
const contract = new Contract(DOCUMENT);

/** Pays whatever is asked. */
const saldo = 10_000_000_000n;

async function makeCallers(url: string): Promise<Callers> {
  return {
    ordinary: await createTestIntegrations(url, 60, { saldo }),
    busy: await createTestIntegration(url, { saldo }),
    receipts: await createTestIntegration(url, { saldo, switches: { receipts_enabled: true } }),
    poor: await createTestIntegration(url, { saldo: 0n }),
    disabled: await createTestIntegration(url, { saldo, flags: [] }),
    suspended: await createTestIntegration(url, { saldo, switches: { suspended: true } }),
  };
}

/** Asks the lookups at the same time, each one request after the other. */
async function fuzz(url: string, callers: Callers): Promise<void> {
  const pool = new Pool(url, { connections: LOOKUPS.length });
  const fuzzOne = (lookup: Lookup) =>
    fc.assert(
      fc.asyncProperty(requestsTo(lookup, DOCUMENT, callers), async (request) => {
        const problems = problemsOf(lookup, request, await send(pool, request));
        if (problems.length > 0) throw new Error(problems.join('; '));
      }),
      { numRuns: REQUESTS, seed: SEED + LOOKUPS.indexOf(lookup), includeErrorInReport: true },
    );
  await Promise.all(LOOKUPS.map(fuzzOne)).finally(() => pool.close());
}

async function send(pool: Pool, { method, address, headers, content }: Generated): Promise<Reply> {
  const answer = await pool.request({
    path: address,
    method,
    headers: headers.flat(),
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parseJson(text) };
}

/** A 500 is documented, but nothing that is asked here may cause one. */
function problemsOf(lookup: Lookup, request: Generated, reply: Reply): string[] {
  const { path } = lookupFacts[lookup];
  const problems = contract.problems(path, request.method, reply);
  if (reply.status === 500) problems.push(`500: ${reply.text}`);
  const malformed = contract
    .namesOf(path, reply)
    .filter((name) => name === 'identifier_missing' || name === 'too_many_nits');
  if (malformed.length > 0 && isAdmitted(path, request)) {
    problems.push(`admitted, but ${malformed.join(', ')}`);
  }
  return problems;
}

/** True when the document admits the body. */
function isAdmitted(path: string, { headers, content }: Generated): boolean {
  const types = headers.filter(([name]) => name === 'content-type').map(([, type]) => type);
  if (typeof content !== 'string' || types.join() !== 'application/json') return false;
  if (Buffer.byteLength(content) > MAX_BODY_BYTES) return false;
  return contract.admits(path, parseJson(content));
}

test('no generated request is answered outside the document or with a 500', async ({
  db,
  api: { environment },
}) => {
  test.setTimeout(TIMEOUT_MS);
  const callers = await makeCallers(environment.databaseUrl);
  const printed = await withApp('server', limitVariables(LIMITS), db, async ({ entryPoint }) => {
    await fuzz(entryPoint.origin.origin, callers);
  });
  expect(logProblems(printed, DEFAULT_TOKENS)).toEqual([]);
});

test('a generated request that is answered wrongly is noticed', async () => {
  const caller = { nombre: 'nadie', token: 'pas_dev_ninguno' };
  const registered = { busy: caller, receipts: caller, poor: caller };
  const refused = { disabled: caller, suspended: caller };
  const server = createServer((_request, response) => response.writeHead(418).end());
  const port = await listen(server);
  const callers = { ordinary: [caller], ...registered, ...refused };
  const fuzzed = fuzz(`http://127.0.0.1:${port}`, callers);
  await expect(fuzzed).rejects.toThrow(/418 is not in the document|content type of 418/);
  server.close();
});
