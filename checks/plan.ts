import { type Ask, keyOf, spendingOf } from './ask';
import { asksOf, type Check, isShared, type Need } from './check';
import type { LookupUnderTest } from './lookups';
import { isWithin } from './options';
import { Pacer } from './pacer';
import { preflightAsks } from './preflight';
import type { Settings } from './settings';

export const NOT_AMONG_ONLY = 'not among --only';

/** A check that will not run, and why. */
export interface Skipped {
  readonly check: Check;
  readonly reasons: readonly string[];
}

/** Plan of a run, with its highest possible cost. */
export interface Plan {
  readonly runnable: readonly Check[];
  readonly skipped: readonly Skipped[];
  /** Requests that spend from the limit by address: all of them. */
  readonly requests: number;
  readonly perMinute: Readonly<Record<LookupUnderTest['policy'], number>>;
  /** Queries that cost a tariff, by the account that pays. */
  readonly charged: { readonly integration: number; readonly metered: number };
  readonly durationMs: number;
}

/** Sorts the checks by whether their needs are met, and adds up what the rest costs. */
export function planOf(checks: readonly Check[], settings: Settings): Plan {
  const runnable: Check[] = [];
  const skipped: Skipped[] = [];
  const paid = new Set<string>();
  for (const check of checks) {
    const reasons = [...unmet(check, settings)];
    const cost = chargesOf(check).filter((key) => !paid.has(key));
    const { spend } = settings;
    if (reasons.length === 0 && spend !== undefined && paid.size + cost.length > spend) {
      reasons.push(`is charged, and --spend allows ${spend}`);
    }
    if (reasons.length > 0) skipped.push({ check, reasons });
    else {
      runnable.push(check);
      for (const key of cost) paid.add(key);
    }
  }
  return { runnable, skipped, ...costOf(runnable, settings) };
}

/** Charged queries of the account under test, each by its key. */
function chargesOf({ stages }: Check): string[] {
  const asks = stages.flatMap(asksOf);
  return asks.filter((ask) => ask.charged && ask.account === 'integration').map(keyOf);
}

function* unmet({ needs, lookups, covers }: Check, settings: Settings): Generator<string> {
  for (const lookup of lookups) {
    if (!settings.lookups.includes(lookup)) yield `${lookup} is not among --lookups`;
  }
  const { only } = settings;
  if (only.length > 0 && !covers.some((id) => only.some((start) => isWithin(id, start)))) {
    yield NOT_AMONG_ONLY;
  }
  for (const need of needs) {
    const reason = reasonFor(need, settings);
    if (reason !== undefined) yield reason;
  }
}

/** Why a need is not met; `undefined` when it is. */
function reasonFor(need: Need, settings: Settings): string | undefined {
  const { environment, include, limits, taxpayer, accounts } = settings;
  const isReal = environment === 'production';
  switch (need) {
    case 'sandbox':
      return isReal ? 'needs the identifiers of the sandbox' : undefined;
    case 'nit':
    case 'cui':
      return isReal && taxpayer[need] === undefined ? `needs --${need}` : undefined;
    case 'taxpayer': {
      const isKnown = taxpayer.nit !== undefined || taxpayer.cui !== undefined;
      return isReal && !isKnown ? 'needs --nit or --cui' : undefined;
    }
    case 'limits':
      return include.includes('limits') ? undefined : 'needs --include limits';
    case 'global-limit':
      if (limits.global === undefined) return 'there is no such limit (--global-limit none)';
      return include.includes(need) ? undefined : 'needs --include global-limit';
    case 'renap-limit':
    case 'rtu-limit':
    case 'catalogos-limit':
      return limits[policyOf(need)] === undefined
        ? `there is no such limit (--${need} none)`
        : undefined;
    case 'disabled':
    case 'poor':
    case 'suspended':
    case 'metered':
    case 'partial':
    case 'spare':
      return accounts[need] === undefined ? `needs --${need}-login and --${need}-token` : undefined;
  }
}

function policyOf(need: `${LookupUnderTest['policy']}-limit`): LookupUnderTest['policy'] {
  if (need === 'renap-limit') return 'renap';
  return need === 'rtu-limit' ? 'rtu' : 'catalogos';
}

/** A request over the network, in round figures. */
const REQUEST_MS = 100;

/** Walks through the run with a clock that is only set forward. */
function costOf(checks: readonly Check[], settings: Settings) {
  let nowMs = 0;
  const pacer = new Pacer(settings.limits, () => nowMs);
  const asked = new Set<string>();
  const perMinute = { renap: 0, rtu: 0, catalogos: 0 };
  const charged = { integration: 0, metered: 0 };
  let requests = 0;
  const send = (ask: Ask) => {
    const spending = spendingOf(ask);
    pacer.sent(spending);
    requests += 1;
    if (spending.counter !== undefined) perMinute[spending.policy] += 1;
    if (ask.charged) charged[ask.account === 'metered' ? 'metered' : 'integration'] += 1;
  };
  for (const ask of preflightAsks(settings)) {
    asked.add(keyOf(ask));
    send(ask);
  }
  for (const check of checks) {
    if (check.pace === 'fresh') {
      nowMs += pacer.freshMs(check.stages.flatMap(asksOf).map(spendingOf));
    }
    for (const stage of check.stages) {
      const asks = asksOf(stage).filter((ask) => !isShared(check, stage) || !asked.has(keyOf(ask)));
      for (const ask of asks) {
        if (check.pace === 'steady') nowMs += pacer.waitMs([spendingOf(ask)]);
        if (isShared(check, stage)) asked.add(keyOf(ask));
        send(ask);
        nowMs += REQUEST_MS;
      }
    }
  }
  return { requests, perMinute, charged, durationMs: nowMs };
}
