import { isDeepStrictEqual, parseArgs } from 'node:util';
import { logProblems } from '@/e2e/log-check';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { openApiDocument } from '@/lib/contract/openapi/document';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { limitVariables, startHarness } from '@/testing/harness';
import { makeCast } from './cast';
import { limitsFor } from './limits';
import { describeFuzzed } from './report';
import { type Fuzzed, fuzz } from './run';

/**
 * `npm run contract:fuzz -- --requests 5000 --seed 1`: asks each lookup in so many generated ways and
 * holds every answer against the document that the app publishes. Ends with 1 when an answer is not as
 * it says, or is a 500, or when the log or the ledger shows trouble afterwards.
 */

const EXIT_USAGE = 2;
/** For sources that never answer. */
const SOURCE_TIMEOUT_MS = '2000';
const MAX_SEED = 999_999_999;

interface Ran {
  readonly fuzzed: readonly Fuzzed[];
  readonly problems: readonly string[];
}

async function run(requests: number, seed: number): Promise<Ran> {
  const limits = limitsFor(requests);
  const document = openApiDocument('en', limits);
  const variables = { SOURCE_TIMEOUT_MS, TRUSTED_PROXY_HOPS: '1', ...limitVariables(limits) };
  const harness = await startHarness(variables);
  try {
    const app = await harness.startApp();
    await expectServed(app.url, document);
    const cast = await makeCast(harness.databaseUrl);
    const fuzzed = await fuzz({ url: app.url, document, cast, requests, seed });
    await app.stop();
    const logged = logProblems(app.output(), DEFAULT_TOKENS).map((line) => `log: ${line}`);
    return { fuzzed, problems: [...logged, ...(await harness.ledgerProblems())] };
  } finally {
    await harness.stop();
  }
}

async function expectServed(url: string, document: OpenApiDocument): Promise<void> {
  const answer = await fetch(`${url}/openapi.json?lang=en`);
  const served: unknown = await answer.json();
  if (isDeepStrictEqual(served, JSON.parse(JSON.stringify(document)))) return;
  throw new Error('/openapi.json is not the document of this checkout.');
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.ceil(Math.random() * MAX_SEED)) },
  },
});
const [requests, seed] = [wholeNumber(values.requests), wholeNumber(values.seed)];
if (requests === undefined || seed === undefined) {
  console.error('usage: npm run contract:fuzz -- [--requests N] [--seed N]');
  process.exitCode = EXIT_USAGE;
} else {
  const startedAt = performance.now();
  const { fuzzed, problems } = await run(requests, seed);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const ok = problems.length === 0 && fuzzed.every(({ broken }) => broken === undefined);
  console.log(describeFuzzed(fuzzed));
  for (const problem of problems) console.log(problem);
  console.log(`\n${ok ? 'ok' : 'FAILED'}, seed ${seed}, ${seconds} s`);
  process.exitCode = ok ? 0 : 1;
}
