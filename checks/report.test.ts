import { describe, expect, it } from 'vitest';
import { clauses, sections } from '@/lib/contract/clauses';
import { ask } from './ask';
import { allChecks } from './cases/all';
import { check, type Finding } from './check';
import { rtu } from './lookups';
import { planOf } from './plan';
import { junitReport } from './report-junit';
import { textReport } from './report-text';
import type { Outcome } from './run';
import { settings } from './testing';
import { unobservable } from './unobservable';
import { type CheckResult, verdictsOf } from './verdict';

const probe = check({
  title: 'a probe',
  covers: ['errors.registries.400-nits', 'input.nits-elements'],
  asks: ask(rtu, {}),
  holds: () => [],
});

const found: Finding = {
  requestId: 'id-1',
  what: 'status',
  expected: '400',
  came: '<b> & "x"\u0001',
};

function outcomeOf(results: readonly CheckResult[]): Outcome {
  return {
    settings,
    plan: planOf([probe], settings),
    results,
    verdicts: verdictsOf(results),
    sent: 1,
    charged: 0,
    startedAt: new Date(0),
    durationMs: 1_500,
  };
}

function failedBy(finding: Finding): string[] {
  const verdicts = verdictsOf([{ check: probe, state: 'ran', findings: [finding] }]);
  return verdicts.filter(({ state }) => state === 'failed').map(({ id }) => id);
}

describe('what a run says of the clauses', () => {
  it('has a verdict on each of them, in their order', () => {
    expect(verdictsOf([]).map(({ id }) => id)).toEqual(
      Object.values(sections).flatMap((section) => Object.keys(section)),
    );
  });

  it('has a check for each, or else the reason why no client can see it', async () => {
    const checks = await allChecks(settings);
    const covered = new Set<string>(checks.flatMap(({ covers }) => covers));
    const told = new Set([
      ...Object.keys(unobservable),
      ...[...clauses].flatMap(([id, clause]) => (typeof clause === 'string' ? [] : [id])),
    ]);
    expect([...clauses.keys()].filter((id) => covered.has(id) === told.has(id))).toEqual([]);
  });

  it('lets a finding fail what it names, and otherwise all that its check covers', () => {
    expect(failedBy(found)).toEqual(['errors.registries.400-nits', 'input.nits-elements']);
    expect(failedBy({ ...found, clauses: ['answer.request-id'] })).toEqual(['answer.request-id']);
    expect(failedBy({ ...found, places: ['resources.envelope.fields'] })).toEqual([
      'resources.envelope.fields',
      'errors.registries.400-nits',
      'input.nits-elements',
    ]);
  });

  it('calls a clause skipped when none of its checks ran, with every reason', () => {
    const verdicts = verdictsOf([
      { check: probe, state: 'skipped', reasons: ['needs this'] },
      { check: probe, state: 'skipped', reasons: ['needs that', 'needs this'] },
    ]);
    const verdict = verdicts.find(({ id }) => id === 'input.nits-elements');
    expect(verdict).toMatchObject({ state: 'skipped', reasons: ['needs this', 'needs that'] });
  });
});

describe('the reports', () => {
  const outcome = outcomeOf([{ check: probe, state: 'ran', findings: [found] }]);

  it('tell people what was expected and what came, and how much there was', () => {
    const text = textReport(outcome).join('\n');
    expect(text).toContain(`  ✗ input.nits-elements: One unusable NIT spoils the batch.
      rtu: a probe
        status: expected 400
                came     <b> & "x"\u0001
        request id id-1`);
    expect(text).toContain(`${clauses.size} clauses: 0 passed, 2 failed, `);
    expect(text).toContain('1 check, 1 request, 0 charged, 2 s');
  });

  it('write XML that holds whatever came', () => {
    const xml = junitReport(outcome);
    expect(xml).toContain('came &lt;b&gt; &amp; &quot;x&quot;\uFFFD');
    expect(xml).toContain('<failure message="rtu: a probe">');
    expect(xml.match(/<testcase /g)).toHaveLength(clauses.size);
  });
});
