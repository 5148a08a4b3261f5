import type { Dispatcher } from 'undici';
import { type Env, readEnv } from '@/lib/base/env/env';
import { failureAnswers, failures } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { ownFailureOf, ownFailures } from '@/lib/contract/own-failures';
import type { SandboxOutcome, SandboxRow } from '@/lib/contract/sandbox';
import { openSource } from '@/lib/sources/definition';
import { definitions } from '@/lib/sources/definitions';
import { createSourcePool } from '@/lib/sources/exchange';
import { RESERVED_BIRTH_DATE, reserved, reservedIdentifiers } from '@/simulator/reserved';
import { type Simulator, startSimulator } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';

/** Identifiers whose source never answers wait this long; the others as long as a query may. */
const NEVER: ReadonlySet<string> = new Set(['hang', 'trickle']);
const NEVER_MS = 1_000;
const CEILING_MS = 30_000;

type Known = Pick<SandboxRow, 'id' | 'kind' | 'nit' | 'cui' | 'dateOfBirth'>;

/** Lists everybody whom the sandbox knows, in the order of the page. */
function known(): Known[] {
  const { nit, cui } = reserved('needs-birth-date');
  const dated = { kind: 'reserved', nit, cui } as const;
  return [
    ...Object.entries(wellKnown).map(
      ([id, who]): Known => ({
        id,
        kind: 'taxpayer',
        nit: who.nit,
        cui: 'cui' in who ? who.cui : null,
      }),
    ),
    ...reservedIdentifiers.map(({ id, ...who }): Known => ({ id, kind: 'reserved', ...who })),
    ...Object.entries(ownFailures).map(
      ([id, { nit }]): Known => ({ id, kind: 'own', nit, cui: null }),
    ),
    { id: 'birth-date-right', ...dated, dateOfBirth: RESERVED_BIRTH_DATE },
    { id: 'birth-date-wrong', ...dated, dateOfBirth: '1990-01-01' },
  ];
}

/**
 * Asks a simulator for everybody it knows, through the code that asks the real sources. Returns the
 * outcome of each question.
 */
export async function sandboxRows(
  observe: Dispatcher.DispatcherComposeInterceptor = (dispatch) => dispatch,
): Promise<SandboxRow[]> {
  const simulator = await startSimulator();
  const pool = createSourcePool(64, 'source').compose(observe);
  const env = environmentOf(simulator);
  const outcomesFor = async (who: Known): Promise<SandboxRow> => {
    const asked = LOOKUPS.map(async (lookup) => {
      const body = lookupFacts[lookup].bodyFor(who);
      const ceilingMs = NEVER.has(who.id) ? NEVER_MS : CEILING_MS;
      return body && ([lookup, await ask(lookup, body, { pool, env, ceilingMs })] as const);
    });
    const outcomes = (await Promise.all(asked)).filter((made) => made !== undefined);
    return { ...who, outcomes: Object.fromEntries(outcomes) };
  };
  try {
    return await Promise.all(known().map(outcomesFor));
  } finally {
    await pool.destroy();
    await simulator.close();
  }
}

interface Asking {
  readonly pool: Dispatcher;
  readonly env: Env;
  readonly ceilingMs: number;
}

async function ask(
  lookup: Lookup,
  body: unknown,
  { pool, env, ceilingMs }: Asking,
): Promise<SandboxOutcome> {
  const definition = definitions[lookup];
  const parsed = definition.parse(body);
  if (!parsed.ok) throw new Error(`${lookup} does not take ${JSON.stringify(body)}`);
  const { family } = lookupFacts[lookup];
  const own = ownFailureOf(family, definition.identifiers(parsed.request));
  if (own !== undefined) return { status: failureAnswers[family][own].status, outcome: own };
  const signal = new AbortController().signal;
  const limits = { deadlineAt: performance.now() + ceilingMs, signal, requestId: 'sandbox-table' };
  const answer = await openSource(definition, env).ask(pool, parsed.request, limits);
  if (answer.kind === 'answered') {
    const { word, status } = answer.ending;
    return { status, outcome: word === 'passed_on' ? 'registry' : 'found' };
  }
  // Integrators of a registry cannot tell failures of its source apart.
  const outcome = failures[answer.failure].answers[family] ? answer.failure : 'source_unavailable';
  return { status: failureAnswers[family][answer.failure].status, outcome };
}

function environmentOf({ variables }: Simulator): Env {
  return readEnv({
    APP_ENV: 'development',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    IDENTIFIERS_KEY: 'seals-nothing-here-0123456789-0123456789',
    ...variables,
  });
}
