import type { Timed } from '@/bench/console/measure';

const SCANNED = /Scan\b.* on query_records_(\d{4}_\d{2})\b.*/g;

/** Months whose records any of the requests read; those that a plan names but never reached do not count. */
export function monthsRead({ statements }: Timed): ReadonlySet<string> {
  const plans = statements.flat().flatMap(({ plan }) => plan ?? []);
  const months = plans
    .flatMap((plan) => [...plan.matchAll(SCANNED)])
    .filter(([line]) => !line.includes('never executed'))
    .map(([, month = '']) => month);
  return new Set(months);
}
