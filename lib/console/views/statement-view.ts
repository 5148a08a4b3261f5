import { z } from 'zod';
import { boundsOfDays, daysOf, ordered, PERIODS, type PeriodOf } from '@/lib/base/time/periods';
import { LEDGER_KINDS, type Period, type StatementFilter } from '@/lib/billing/statement';
import { daySchema, maybe, type Parameters } from '@/lib/console/texts/form';

/**
 * The period, in days of Guatemala, and the kinds of entries of a statement, as its URL holds them.
 */

export interface StatementView extends StatementFilter, Period {
  readonly preset: PeriodOf<'statement'> | 'custom';
  /** First and last day, both included; either may be open. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly kinds: readonly (typeof LEDGER_KINDS)[number][];
}

const kind = z.enum(LEDGER_KINDS);

const viewSchema = z.object({
  period: z.enum(PERIODS.statement).catch('30d'),
  from: maybe(daySchema),
  to: maybe(daySchema),
  kind: z
    .union([kind.transform((one) => [one]), z.array(kind)])
    .transform((given) => LEDGER_KINDS.filter((one) => given.includes(one)))
    .catch([]),
});

/** Reads a view from a URL; invalid values are ignored. */
export function parseStatement(parameters: Parameters, now: Date): StatementView {
  const { period, from, to, kind: kinds } = viewSchema.parse(parameters);
  const custom = from !== undefined || to !== undefined;
  const days = custom ? ordered(from, to) : daysOf(period, now);
  const [firstDay, lastDay] = days;
  return {
    preset: custom ? 'custom' : period,
    firstDay,
    lastDay,
    kinds,
    ...boundsOfDays(days, now),
  };
}

type Written = Pick<StatementView, 'preset' | 'firstDay' | 'lastDay' | 'kinds'>;

/** Writes a view as a query string with its question mark; empty for the default view. */
export function writeStatement({ preset, firstDay, lastDay, kinds }: Written): string {
  const entries: [string, string][] = [];
  if (preset !== 'custom' && preset !== '30d') entries.push(['period', preset]);
  if (preset === 'custom' && firstDay !== undefined) entries.push(['from', firstDay]);
  if (preset === 'custom' && lastDay !== undefined) entries.push(['to', lastDay]);
  for (const one of kinds) entries.push(['kind', one]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
