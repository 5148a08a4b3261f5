import { getTranslations } from 'next-intl/server';
import { Delta } from '@/app/(console)/charts/delta';
import { type FigureFormat, figureFormat } from '@/app/(console)/format/figures';
import { Section } from '@/app/(console)/layout/section';
import { DataTable } from '@/app/(console)/table/data-table';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { displayQuetzales } from '@/lib/money';
import type { PeriodName } from '@/lib/statistics/periods';
import type { Compared, Traffic } from '@/lib/statistics/traffic';

interface LookupsSectionProps {
  readonly lookups: Traffic['lookups'];
  readonly period: PeriodName;
}

/** The same figures for each lookup. */
export async function LookupsSection({ lookups, period }: LookupsSectionProps) {
  const t = await getTranslations('overview');
  const names = await getTranslations('lookups');
  const format = await figureFormat();
  return (
    <Section title={t('byLookup')}>
      <DataTable
        label={t('byLookup')}
        minWidth={780}
        columns={[
          { key: 'lookup', title: t('lookup'), width: 185 },
          { key: 'queries', title: t('queries'), numeric: true },
          { key: 'success', title: t('success'), numeric: true },
          { key: 'source', title: t('failures.source'), numeric: true },
          { key: 'ours', title: t('failures.ours'), numeric: true },
          { key: 'p95', title: t('p95'), numeric: true },
          { key: 'charged', title: t('charged'), numeric: true },
        ]}
        rows={LOOKUPS.map((lookup) => ({
          key: lookup,
          cells: { lookup: names(lookup), ...cellsOf(lookups[lookup], lookup, period, format) },
        }))}
      />
    </Section>
  );
}

function cellsOf(
  { now, before }: Compared,
  lookup: Lookup,
  period: PeriodName,
  { count, share, duration }: FigureFormat,
) {
  if (now.queries === 0 && before.queries === 0) return { queries: count(0) };
  return {
    queries: (
      <span className="compared">
        {count(now.queries)}
        <Delta
          now={now.queries}
          before={before.queries}
          was={count(before.queries)}
          period={period}
        />
      </span>
    ),
    success: (
      <span className="compared">
        {share(now.successShare)}
        <Delta
          now={now.successShare}
          before={before.successShare}
          was={share(before.successShare)}
          period={period}
          better="up"
          points
        />
      </span>
    ),
    source: count(now.endings.source),
    ours: count(now.endings.ours),
    p95: (
      <span className="compared">
        {duration(now.p95Ms)}
        <Delta
          now={now.p95Ms}
          before={before.p95Ms}
          was={duration(before.p95Ms)}
          period={period}
          better="down"
        />
      </span>
    ),
    charged: lookupFacts[lookup].billed ? displayQuetzales(now.charged) : '—',
  };
}
