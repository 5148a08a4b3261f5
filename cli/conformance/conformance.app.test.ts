import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clauses } from '@/lib/contract/clauses';
import { PLENTY, SCARCE, type Stage, startStage, startStageDatabase } from '@/testing/conformance';
import type { Mutation } from '@/testing/mutations/mutation';
import { atLimits, outcomes } from '@/testing/mutations/outcomes';
import { records } from '@/testing/mutations/records';
import { refusals } from '@/testing/mutations/refusals';
import type { TestPostgres } from '@/testing/postgres';
import type { Account } from './ask';
import { allChecks } from './checks';
import type { Outcome } from './run';
import type { Credentials, Settings } from './settings';

/** The run on our own app is green; with one thing changed in the answers, red, and says about what. */

/** A database and the app twice. */
const START_TIMEOUT_MS = 300_000;

let postgres: TestPostgres;
let roomy: Stage;
let tight: Stage;
let shared: Record<Account, Credentials>;

beforeAll(async () => {
  postgres = await startStageDatabase();
  [roomy, tight] = await Promise.all([
    startStage(postgres.url, PLENTY),
    startStage(postgres.url, SCARCE),
  ]);
  shared = await roomy.accounts();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([roomy.stop(), tight.stop()]);
  await postgres.stop();
});

function clausesIn(outcome: Outcome, state: string): string[] {
  return outcome.verdicts.filter((verdict) => verdict.state === state).map(({ id }) => id);
}

function brokenIn({ verdicts }: Outcome) {
  return verdicts.flatMap(({ id, broken }) => broken.map((one) => ({ id, ...one })));
}

/** Clauses that show only when a limit is met. */
const ONLY_AT_LIMITS = [
  'errors.body.global',
  'errors.registries.429',
  'errors.catalogos.429-limit',
  'limits.global',
  'limits.rule-1',
  'limits.rule-2',
  'limits.by-integration',
  'limits.forwarded-for',
  'limits.global-scope',
  'checks.global-before-credentials',
  'checks.rate-before-body',
];

describe('a run on our own app', () => {
  it('is green with every account, and skips only what needs a limit to be met', async () => {
    const outcome = await roomy.conform();
    expect(brokenIn(outcome)).toEqual([]);
    expect(clausesIn(outcome, 'skipped')).toEqual(ONLY_AT_LIMITS);
    expect(outcome.sent).toBe(outcome.plan.requests);
    expect(outcome.verdicts).toHaveLength(clauses.size);
  });

  it('is green where the limits are met on purpose', async () => {
    const outcome = await tight.conform({
      include: ['limits', 'global-limit'],
      only: ONLY_AT_LIMITS,
    });
    expect(brokenIn(outcome)).toEqual([]);
    expect(ONLY_AT_LIMITS.filter((id) => !clausesIn(outcome, 'passed').includes(id))).toEqual([]);
  });
});

const ordinary = [...refusals, ...records, ...outcomes];

function spokenOf({ speaks, also = [] }: Mutation) {
  return [speaks, ...also];
}

/** Runs the checks of the clauses that should speak; gives those that did not. */
async function silentOn(stage: Stage, mutation: Mutation, told: Partial<Settings> = {}) {
  const only = spokenOf(mutation);
  const { verdicts } = await stage.conform({ only, ...told }, mutation.change);
  expect(stage.proxy.changed()).toBeGreaterThan(0);
  const failed = new Set(verdicts.filter(({ state }) => state === 'failed').map(({ id }) => id));
  return only.filter((id) => !failed.has(id));
}

describe('a deployment that does one thing wrong', () => {
  it.each(ordinary)('$name: $speaks fails', async (mutation) => {
    const accounts = { ...shared, metered: await roomy.metered() };
    expect(await silentOn(roomy, mutation, { accounts })).toEqual([]);
  });

  it.each(atLimits)('$name: $speaks fails', async (mutation) => {
    const include = ['limits', 'global-limit'] as const;
    expect(await silentOn(tight, mutation, { include })).toEqual([]);
  });
});

it('every clause that a check claims to prove has a change that makes it fail', async () => {
  const checks = await allChecks(await roomy.settings({ accounts: shared }));
  const proved = new Set(checks.flatMap(({ proves }) => proves));
  const broken = new Set([...ordinary, ...atLimits].flatMap(spokenOf));
  expect([...proved].filter((id) => !broken.has(id))).toEqual([]);
});
