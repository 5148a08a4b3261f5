import { table } from '@/cli/output';
import { displayDuration } from './duration';
import type { Plan } from './plan';
import type { Settings } from './settings';

/** Describes the cost of a run, for its confirmation. */
export function describePlan(plan: Plan, settings: Settings): string[] {
  const { runnable, skipped, requests, perMinute, charged, durationMs } = plan;
  const { baseUrl, accounts, environment, limits } = settings;
  const { login } = accounts.integration;
  const rows = [
    row('address', requests, limits.global, '15 minutes'),
    row('renap', perMinute.renap, limits.renap, 'minute'),
    row('rtu', perMinute.rtu, limits.rtu, 'minute'),
    row('catalogos', perMinute.catalogos, limits.catalogos, 'minute'),
    ['  charged', String(charged.integration), `catalog queries of ${login}, each at its tariff`],
    ...(charged.metered === 0
      ? []
      : [['', String(charged.metered), `asked of ${accounts.metered?.login}, up to its balance`]]),
  ];
  return [
    `Conformance of ${baseUrl.href} (${environment}) as ${login}`,
    '',
    `It takes about ${displayDuration(durationMs)} and at most ${requests} requests:`,
    ...table(rows),
    '',
    `${runnable.length} checks run, ${skipped.length} do not:`,
    ...reasonsOf(plan).map(([reason, count]) => `  ${count} × ${reason}`),
  ];
}

function row(name: string, count: number, limit: number | undefined, window: string): string[] {
  const allowed = limit === undefined ? 'no limit' : `of ${limit} per ${window}`;
  return [`  ${name}`, String(count), allowed];
}

/** Counts the skipped checks by reason; a check may have several reasons. */
function reasonsOf({ skipped }: Plan): [string, number][] {
  const counts = new Map<string, number>();
  for (const { reasons } of skipped) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
