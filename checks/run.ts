import { allChecks } from './cases/all';
import type { Check, Finding } from './check';
import { type Plan, planOf } from './plan';
import { judgePreflight, preflightAsks } from './preflight';
import { Session, type Watcher } from './session';
import type { Settings } from './settings';
import { type CheckResult, type ClauseVerdict, verdictsOf } from './verdict';

/** Receives the progress of a run. */
export interface RunWatcher extends Watcher {
  finished(result: CheckResult, done: number, of: number): void;
}

/** Result of a run. */
export interface Outcome {
  readonly settings: Settings;
  readonly plan: Plan;
  readonly results: readonly CheckResult[];
  readonly verdicts: readonly ClauseVerdict[];
  readonly sent: number;
  readonly charged: number;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export async function plan(settings: Settings): Promise<Plan> {
  return planOf(await allChecks(settings), settings);
}

/** Runs what was planned. Throws a `Problem` when there is no deployment to look at. */
export async function run(plan: Plan, settings: Settings, watcher: RunWatcher): Promise<Outcome> {
  const startedAt = new Date();
  const session = new Session(settings, watcher);
  const redact = redactor(settings);
  const results: CheckResult[] = plan.skipped.map(({ check, reasons }) => ({
    check,
    state: 'skipped',
    reasons,
  }));
  try {
    judgePreflight(await session.askAll(preflightAsks(settings)), settings);
    for (const [index, check] of plan.runnable.entries()) {
      const result = await resultOf(check, session, redact);
      results.push(result);
      watcher.finished(result, index + 1, plan.runnable.length);
    }
  } finally {
    await session.close();
  }
  return {
    settings,
    plan,
    results,
    verdicts: verdictsOf(results),
    sent: session.sent,
    charged: session.charged,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
  };
}

async function resultOf(
  check: Check,
  session: Session,
  redact: (text: string) => string,
): Promise<CheckResult> {
  if (session.isDeaf) {
    return { check, state: 'skipped', reasons: ['the deployment no longer answers'] };
  }
  const { stages, always } = await session.play(check);
  const replies = stages.flat();
  const findings = [...check.holds(replies, stages), ...always];
  return { check, state: 'ran', findings: findings.map((found) => clean(found, redact)) };
}

function clean(found: Finding, redact: (text: string) => string): Finding {
  return { ...found, expected: redact(found.expected), came: redact(found.came) };
}

/** Makes a function that removes the tokens of a run from a text. */
function redactor({ accounts }: Settings): (text: string) => string {
  const tokens = Object.values(accounts).flatMap((account) => (account ? [account.token] : []));
  return (text) => tokens.reduce((clean, token) => clean.replaceAll(token, '(token)'), text);
}
