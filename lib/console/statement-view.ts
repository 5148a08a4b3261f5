import { z } from 'zod';
import { LEDGER_KINDS, type Period, type StatementFilter } from '@/lib/billing/statement';
import { addDays, dayOf, endOfDay, parseDay, startOfDay, startOfMonth } from '@/lib/guatemala';
import type { Parameters } from './form';

/**
 * The period, in days of Guatemala, and the kinds of entries of a statement, as its URL holds them.
 */

export const STATEMENT_PRESETS = ['30d', '7d', 'month', 'last-month', 'all'] as const;
export type StatementPreset = (typeof STATEMENT_PRESETS)[number];

export interface StatementView extends StatementFilter, Period {
  readonly preset: StatementPreset | 'custom';
  /** First and last day, both included; either may be open. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly kinds: readonly (typeof LEDGER_KINDS)[number][];
}

const kind = z.enum(LEDGER_KINDS);
const day = z
  .string()
  .transform((text) => parseDay(text))
  .catch(undefined);

const viewSchema = z.object({
  period: z.enum(STATEMENT_PRESETS).catch('30d'),
  from: day,
  to: day,
  kind: z
    .union([kind.transform((one) => [one]), z.array(kind)])
    .transform((given) => LEDGER_KINDS.filter((one) => given.includes(one)))
    .catch([]),
});

/** Reads a view from a URL; invalid values are ignored. */
export function parseStatement(parameters: Parameters, now: Date): StatementView {
  const { period, from, to, kind: kinds } = viewSchema.parse({ from: '', to: '', ...parameters });
  const today = dayOf(now);
  const custom = from !== undefined || to !== undefined;
  const [firstDay, lastDay] = custom ? inOrder(from, to) : DAYS_OF[period](today);
  return {
    preset: custom ? 'custom' : period,
    firstDay,
    lastDay,
    kinds,
    from: firstDay === undefined ? undefined : startOfDay(firstDay),
    // Today has no end yet: new entries belong to it, whichever clock is ahead.
    to: lastDay === undefined || lastDay >= today ? undefined : endOfDay(lastDay),
  };
}

function inOrder(from: string | undefined, to: string | undefined) {
  const backwards = from !== undefined && to !== undefined && from > to;
  return backwards ? [to, from] : [from, to];
}

/** First and last day of each period; an open one has neither. */
const DAYS_OF: Readonly<Record<StatementPreset, (today: string) => [string?, string?]>> = {
  '7d': (today) => [addDays(today, -6), today],
  '30d': (today) => [addDays(today, -29), today],
  month: (today) => [startOfMonth(today), today],
  'last-month': (today) => [startOfMonth(today, -1), addDays(startOfMonth(today), -1)],
  all: () => [],
};

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
