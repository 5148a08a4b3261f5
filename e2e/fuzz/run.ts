import fc from 'fast-check';
import { Pool } from 'undici';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { parseJson } from '@/lib/json';
import type { Reply } from '@/testing/openapi-check';
import { Contract } from '@/testing/openapi-check';
import type { Cast } from './cast';
import { type Generated, requestsTo } from './requests';

export interface Fuzz {
  readonly url: string;
  readonly document: OpenApiDocument;
  readonly cast: Cast;
  /** To each lookup. */
  readonly requests: number;
  readonly seed: number;
}

export interface Fuzzed {
  readonly lookup: Lookup;
  readonly requests: number;
  /** How often each status came, before anything was shrunk. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The smallest request found whose answer is not as it should be, and how it is not. */
  readonly broken: { readonly request: Generated; readonly problem: string } | undefined;
}

/** Asks the five lookups at the same time, each one request after the other. */
export async function fuzz(options: Fuzz): Promise<Fuzzed[]> {
  const contract = new Contract(options.document);
  const pool = new Pool(options.url, { connections: LOOKUPS.length });
  try {
    return await Promise.all(LOOKUPS.map((lookup) => fuzzOne(lookup, contract, pool, options)));
  } finally {
    await pool.close();
  }
}

async function fuzzOne(
  lookup: Lookup,
  contract: Contract,
  pool: Pool,
  { document, cast, requests, seed }: Fuzz,
): Promise<Fuzzed> {
  const { path } = lookupFacts[lookup];
  const statuses = new Map<number, number>();
  let shrinking = false;
  const property = fc.asyncProperty(requestsTo(lookup, document, cast), async (request) => {
    const reply = await send(pool, request);
    if (!shrinking) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    const problems = problemsOf(contract, path, request, reply);
    shrinking ||= problems.length > 0;
    if (problems.length > 0) throw new Error(problems.join('; '));
  });
  const { counterexample, errorInstance } = await fc.check(property, {
    numRuns: requests,
    seed: seed + LOOKUPS.indexOf(lookup),
  });
  const [request] = counterexample ?? [];
  const problem = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return {
    lookup,
    requests: [...statuses.values()].reduce((sum, count) => sum + count, 0),
    statuses,
    broken: request === undefined ? undefined : { request, problem },
  };
}

/** Documented though a 500 is, nothing that is asked here may cause one. */
function problemsOf(
  contract: Contract,
  path: string,
  { method, admitted }: Generated,
  reply: Reply,
): string[] {
  const problems = contract.problems(path, method, reply);
  if (reply.status === 500) problems.push(`500: ${reply.text}`);
  const malformed = contract
    .namesOf(path, reply)
    .filter((name) => name === 'identifier_missing' || name === 'too_many_nits');
  if (admitted && malformed.length > 0) problems.push(`admitted, but ${malformed.join(', ')}`);
  return problems;
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
