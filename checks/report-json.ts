import { totalsOf } from './report-text';
import type { Outcome } from './run';

/** Writes the run as one JSON value without tokens, for programs. */
export function jsonReport({ settings, results, verdicts, ...outcome }: Outcome) {
  return {
    ok: verdicts.every(({ state }) => state !== 'failed'),
    baseUrl: settings.baseUrl.href,
    environment: settings.environment,
    integration: settings.accounts.integration.login,
    startedAt: outcome.startedAt.toISOString(),
    durationMs: outcome.durationMs,
    requests: outcome.sent,
    charged: outcome.charged,
    totals: totalsOf(verdicts),
    clauses: verdicts.map(({ id, section, says, state, ran, reasons, broken }) => ({
      id,
      section,
      says,
      state,
      checks: ran,
      reasons,
      findings: broken.map(({ check, what, expected, came, requestId }) => ({
        check,
        what,
        expected,
        came,
        requestId,
      })),
    })),
    checks: results.map((result) => ({
      title: result.check.title,
      clauses: result.check.covers,
      ...(result.state === 'skipped'
        ? { state: 'skipped', reasons: result.reasons }
        : { state: result.findings.length === 0 ? 'passed' : 'failed' }),
    })),
  };
}
