import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAUSES } from '@/acceptance/drills/alert-causes';
import { Metrics, type MetricsJson, ProcessMetrics } from '@/lib/base/telemetry/metrics';

const rules = readFileSync('deploy/prometheus/rules.yml', 'utf8');
const dashboard = readFileSync('deploy/grafana/pasarela.json', 'utf8');
const operators = readFileSync('docs/operators.md', 'utf8');
const runbook = readFileSync('docs/runbook.md', 'utf8');

/** Series that a metric has: a histogram has three. */
function seriesOf({ name, type }: MetricsJson[number]): string[] {
  return String(type) === 'histogram'
    ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix)
    : [name];
}

const own = await new Metrics().read();
const ofProcess = await new ProcessMetrics('front').read();
const recorded = [...rules.matchAll(/- record: (\S+)/g)].map(([, name = '']) => name);
const known = new Set([...[...own, ...ofProcess].flatMap(seriesOf), ...recorded]);

function namedIn(text: string): string[] {
  return text.match(/\b(?:pasarela_|pasarela:|nodejs_|process_)[a-z0-9_:]+/g) ?? [];
}

describe('monitoring', () => {
  it.each([
    ['alerts', rules],
    ['dashboard', dashboard],
  ])('%s name only metrics that exist', (_name, text) => {
    const named = namedIn(text);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has a drill that provokes every alert', () => {
    const provoked = [...Object.keys(CAUSES), 'PasarelaDown'];
    expect(provoked.sort()).toEqual(
      [...rules.matchAll(/- alert: (\w+)/g)].map(([, n]) => n).sort(),
    );
  });

  it('documents every metric for operators', () => {
    expect(
      own.map(({ name }) => name).filter((name) => !operators.includes(`\`${name}\``)),
    ).toEqual([]);
  });

  it('has one entry of the runbook for each alert, and the alert links to it', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const links = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, to]) => to);
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
    const entries = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(entries).toEqual(alerts);
  });
});
