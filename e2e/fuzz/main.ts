import { isDeepStrictEqual, parseArgs } from 'node:util';
import { openApiDocument } from '@/lib/contract/openapi/document';
import type { OpenApiDocument } from '@/lib/contract/openapi/model';
import { makeCast } from './cast';
import { limitsFor, limitVariables } from './limits';
import { describeFuzzed } from './report';
import { type Fuzzed, fuzz } from './run';
import { startWorld } from './world';

/**
 * `npm run contract:fuzz -- --requests 5000 --seed 1`: asks each lookup in so many generated ways and
 * holds every answer against the document that the app publishes. Ends with 1 when an answer is not as
 * it says, or is a 500, or when the log or the ledger shows trouble afterwards.
 */

const EXIT_USAGE = 2;
const MAX_SEED = 999_999_999;

interface Ran {
  readonly fuzzed: readonly Fuzzed[];
  readonly problems: readonly string[];
}

async function run(requests: number, seed: number): Promise<Ran> {
  const limits = limitsFor(requests);
  const document = openApiDocument('en', limits);
  const world = await startWorld(limitVariables(limits));
  try {
    await expectServed(world.url, document);
    const cast = await makeCast(world.databaseUrl);
    const fuzzed = await fuzz({ url: world.url, document, cast, requests, seed });
    return { fuzzed, problems: await world.aftermath() };
  } finally {
    await world.stop();
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
