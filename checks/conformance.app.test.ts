import { describe, expect, it } from 'vitest';
import type { Mutation } from '@/acceptance/mutations/mutation';
import { atLimits, outcomes } from '@/acceptance/mutations/outcomes';
import { records } from '@/acceptance/mutations/records';
import { refusals } from '@/acceptance/mutations/refusals';
import { parseJson } from '@/lib/base/values/json';
import { clauses } from '@/lib/contract/clauses';
import { LOOKUPS } from '@/lib/contract/lookups';
import { openApiDocument } from '@/lib/contract/openapi/document';
import type { AppKind } from '@/testing/app';
import { PLENTY } from '@/testing/app-setup';
import {
  SCARCE,
  sharedDeployment,
  startConformanceHarness,
  startDeployment,
  type TestDeployment,
} from '@/testing/conformance';
import type { Mutate } from '@/testing/mutating-proxy';
import { Contract } from '@/testing/openapi-check';
import { everything } from '@/testing/scope';
import { allChecks } from './cases/all';
import type { Outcome } from './run';
import type { Settings } from './settings';

/**
 * The contract's tests: every check, through each entry point. With one thing changed in the
 * answers, the check of that clause fails.
 */

const harness = await startConformanceHarness();
const entryPoints = {
  server: await startEntryPoint('server'),
  next: await startEntryPoint('next'),
};
const shared = await entryPoints.server.roomy.accounts();

/** Limits far above what a run sends, and limits low enough to be met. */
async function startEntryPoint(kind: AppKind) {
  const [roomy, tight] = await Promise.all([
    kind === 'server' ? sharedDeployment(harness) : startDeployment(harness, PLENTY, kind),
    startDeployment(harness, SCARCE, kind),
  ]);
  return { roomy, tight };
}

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

/** Changes nothing, and notes every answer of a lookup that the OpenAPI document does not have. */
function documentedBy(limits: typeof PLENTY) {
  const document = new Contract(openApiDocument('en', limits));
  const problems: string[] = [];
  const watch: Mutate = ({ status, headers, body: text }, { method, path }) => {
    const lookup = document.pathOf(path);
    const reply = { status, headers, text, body: parseJson(text) };
    if (lookup !== undefined) problems.push(...document.problems(lookup, method, reply));
    return undefined;
  };
  return { watch, problems };
}

describe.each(['server', 'next'] as const)('through the entry point %s', (kind) => {
  it('every check passes, and only those are skipped that need a limit to be met', async () => {
    const { watch, problems } = documentedBy(PLENTY);
    const outcome = await entryPoints[kind].roomy.conform({}, watch);
    expect(brokenIn(outcome)).toEqual([]);
    expect(clausesIn(outcome, 'skipped')).toEqual(ONLY_AT_LIMITS);
    expect(outcome.sent).toBe(outcome.plan.requests);
    expect(outcome.verdicts).toHaveLength(clauses.size);
    expect(problems).toEqual([]);
  });

  it('every check passes where the limits are met on purpose', async () => {
    const { watch, problems } = documentedBy(SCARCE);
    const include = ['limits', 'global-limit'] as const;
    const only = [...ONLY_AT_LIMITS, 'checks.flag-before-rate'];
    const outcome = await entryPoints[kind].tight.conform({ include, only }, watch);
    expect(brokenIn(outcome)).toEqual([]);
    expect(ONLY_AT_LIMITS.filter((id) => !clausesIn(outcome, 'passed').includes(id))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('each flag enables its own lookup and no other', async () => {
    const { roomy } = entryPoints[kind];
    for (const lookup of LOOKUPS) {
      const outcome = await roomy.conform({
        accounts: { ...shared, partial: await roomy.enabled([lookup]) },
        partialLookups: [lookup],
        only: ['service.enabled-separately'],
      });
      expect(brokenIn(outcome)).toEqual([]);
    }
  });
});

const ordinary = [...refusals, ...records, ...outcomes];
/** Rows for `it.each`: the clauses that should fail, and the change. */
const titled = (mutations: readonly Mutation[]) =>
  mutations.map(([change, ...fails]) => [fails.join(', '), { change, fails }] as const);

/** Runs the checks of the clauses that should fail; gives the clauses that did not. */
async function passedDespite(
  deployment: TestDeployment,
  { change, fails }: { readonly change: Mutate; readonly fails: readonly string[] },
  told: Partial<Settings> = {},
) {
  const { verdicts } = await deployment.conform({ only: fails, ...told }, change);
  expect(deployment.proxy.changed()).toBeGreaterThan(0);
  const failed = verdicts.filter(({ state }) => state === 'failed').map<string>(({ id }) => id);
  return fails.filter((id) => !failed.includes(id));
}

// Each is a run of its own; `npm run test:all` makes them.
if (everything) {
  describe('a deployment that does one thing wrong fails', () => {
    it.each(titled(ordinary))('#%# %s', async (_, mutation) => {
      const { roomy } = entryPoints.server;
      const accounts = { ...shared, metered: await roomy.metered() };
      expect(await passedDespite(roomy, mutation, { accounts })).toEqual([]);
    });

    it.each(titled(atLimits))('#%# %s', async (_, mutation) => {
      const include = ['limits', 'global-limit'] as const;
      expect(await passedDespite(entryPoints.server.tight, mutation, { include })).toEqual([]);
    });
  });
}

it('every clause that a check claims to prove has a change that makes it fail', async () => {
  const checks = await allChecks(await entryPoints.server.roomy.settings({ accounts: shared }));
  const covered = new Set(checks.flatMap(({ covers }) => covers));
  const broken = new Set([...ordinary, ...atLimits].flatMap(([, ...fails]) => fails));
  expect([...covered].filter((id) => !broken.has(id))).toEqual([]);
});
