import { type ClauseId, clauses, sections } from '@/lib/contract/clauses';
import type { Check, Finding } from './check';
import { hasPlace } from './places';
import { unobservable } from './unobservable';

export type CheckResult =
  | { readonly check: Check; readonly state: 'ran'; readonly findings: readonly Finding[] }
  | { readonly check: Check; readonly state: 'skipped'; readonly reasons: readonly string[] };

/** A finding with the check that made it. */
export interface Broken extends Finding {
  readonly check: string;
}

/** Verdict of a run on one clause. */
export interface ClauseVerdict {
  readonly id: ClauseId;
  readonly section: string;
  readonly says: string;
  /** `unobservable`: no client can see it, or the contract promises nothing. */
  readonly state: 'passed' | 'failed' | 'skipped' | 'unobservable';
  /** Number of its checks that ran. */
  readonly ran: number;
  /** Why its checks did not run, or why none exists. */
  readonly reasons: readonly string[];
  readonly broken: readonly Broken[];
}

/** Lists the clauses that a finding breaks. */
function clausesOf({ clauses: own, places }: Finding, { covers }: Check): readonly ClauseId[] {
  if (own !== undefined) return own;
  if (places === undefined) return covers;
  return [...new Set([...places, ...covers.filter((id) => !hasPlace(id))])];
}

/** Makes one verdict per clause, in the contract's order. */
export function verdictsOf(results: readonly CheckResult[]): ClauseVerdict[] {
  const found = new Map<ClauseId, Broken[]>();
  for (const result of results) {
    if (result.state === 'skipped') continue;
    for (const finding of result.findings) {
      for (const id of clausesOf(finding, result.check)) {
        const broken = { ...finding, check: result.check.title };
        found.set(id, [...(found.get(id) ?? []), broken]);
      }
    }
  }
  return Object.entries(sections).flatMap(([section, ids]) =>
    keysOf(ids).map((id) => verdictOf(id, section, results, found.get(id) ?? [])),
  );
}

function keysOf(section: (typeof sections)[keyof typeof sections]): ClauseId[] {
  return Object.keys(section).filter((id): id is ClauseId => clauses.has(id));
}

function verdictOf(
  id: ClauseId,
  section: string,
  results: readonly CheckResult[],
  broken: readonly Broken[],
): ClauseVerdict {
  const clause = clauses.get(id);
  const says = typeof clause === 'string' ? clause : (clause?.says ?? '');
  const own = results.filter(({ check }) => check.covers.includes(id));
  const ran = own.filter(({ state }) => state === 'ran').length;
  const reasons = new Set(own.flatMap((one) => (one.state === 'skipped' ? one.reasons : [])));
  const base = { id, section, says, ran, broken };
  if (broken.length > 0) return { ...base, state: 'failed', reasons: [...reasons] };
  if (ran > 0) return { ...base, state: 'passed', reasons: [...reasons] };
  if (own.length > 0) return { ...base, state: 'skipped', reasons: [...reasons] };
  const untestable = typeof clause === 'string' ? undefined : clause?.untestable;
  return {
    ...base,
    state: 'unobservable',
    reasons: [untestable ?? unobservable[id] ?? 'no check'],
  };
}
