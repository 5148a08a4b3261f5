import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import type { PeriodOf } from '@/lib/base/time/periods';
import { displayQuetzales } from '@/lib/base/values/money';
import type { QueryView } from '@/lib/console/views/query-view';
import { queriesPath } from '@/lib/console/views/statistics-view';
import { BILLED_LOOKUPS, LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import type { PausedLookup } from '@/lib/statistics/health';
import type { Compared, Figures, Totals } from '@/lib/statistics/traffic';
import { Delta } from '@/ui/charts/delta';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { type Column, DataTable } from '@/ui/table/data-table';
import { DotBadge } from '@/ui/table/dot-badge';

/** Address of the same figures over time. */
function statisticsOf(period: PeriodOf<'overview'>, lookup?: Lookup): string {
  return `/console/statistics?period=${period}${lookup === undefined ? '' : `&lookup=${lookup}`}`;
}

interface FiguresRowProps {
  readonly total: Compared;
  readonly period: PeriodOf<'overview'>;
}

export async function FiguresRow({ total, period }: FiguresRowProps) {
  const t = await getTranslations('overview');
  const tip = await getTranslations('tip');
  const write = await figureWriters();
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, lg: 4 }}>
      {(['queries', 'success', 'p95', 'charged'] as const).map((figure) => (
        <Paper key={figure} withBorder p="sm" pos="relative" className="figure">
          <Group component="dt" gap={4} c="dimmed" fz="sm">
            {t(figure)}
            <details className="tip" name="figure">
              <summary aria-label={tip('what', { about: t(figure) })}>
                <IconInfoCircle size={14} aria-hidden />
              </summary>
              <span className="overlay">{t(`what.${figure}`)}</span>
            </details>
          </Group>
          <Text component="dd" m={0} className="total">
            <TextLink href={statisticsOf(period)} look="plain">
              {write[figure](total.now)}
            </TextLink>
          </Text>
          <Text component="dd" m={0} size="xs">
            <Change figure={figure} compared={total} period={period} telling />
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

const FIGURES = {
  queries: { numberOf: ({ queries }: Figures) => queries },
  success: { numberOf: ({ successShare }: Figures) => successShare, better: 'up', points: true },
  p95: { numberOf: ({ p95Ms }: Figures) => p95Ms, better: 'down' },
  charged: { numberOf: ({ charged }: Figures) => Number(charged) },
} as const;

export type FigureName = keyof typeof FIGURES;

/** Returns the functions that write each figure of a period. */
export async function figureWriters(): Promise<Record<FigureName, (figures: Figures) => string>> {
  const { count, share, duration } = await figureFormat();
  return {
    queries: ({ queries }) => count(queries),
    success: ({ successShare }) => share(successShare),
    p95: ({ p95Ms, estimated }) => duration(p95Ms, estimated),
    charged: ({ charged }) => displayQuetzales(charged),
  };
}

interface ChangeProps {
  readonly figure: FigureName;
  readonly compared: Compared;
  readonly period: PeriodOf<'overview'>;
  /** Says when there is nothing to compare with. */
  readonly telling?: boolean;
}

export async function Change({ figure, compared: { whole, before }, ...props }: ChangeProps) {
  const { numberOf, ...kind } = FIGURES[figure];
  const was = (await figureWriters())[figure](before);
  return <Delta now={numberOf(whole)} before={numberOf(before)} was={was} {...kind} {...props} />;
}

interface LookupsSectionProps {
  readonly lookups: Totals['lookups'];
  /** Lookups whose circuit breaker is open. */
  readonly paused: readonly PausedLookup[];
  readonly period: PeriodOf<'overview'>;
  /** Times of the period that the figures count. */
  readonly counted: ChartPeriod;
}

export async function LookupsSection(props: LookupsSectionProps) {
  const { lookups, paused, period, counted } = props;
  const t = await getTranslations('overview');
  const names = await getTranslations('lookups');
  const { count } = await figureFormat();
  const write = await figureWriters();
  const isQuiet = (lookup: Lookup) => hasNone(lookups[lookup]);
  const queriesOf = (lookup: Lookup, more: Partial<QueryView> = {}) =>
    queriesPath(counted, { lookup, ...more });
  const compared = (figure: FigureName): Column<Lookup> => ({
    title: t(figure),
    numeric: true,
    cell: (lookup) => {
      if (isQuiet(lookup)) return figure === 'queries' && count(0);
      const href = figure === 'queries' ? queriesOf(lookup) : statisticsOf(period, lookup);
      return (
        <span className="compared">
          {linked(href, write[figure](lookups[lookup].now))}
          <Change figure={figure} compared={lookups[lookup]} period={period} />
        </span>
      );
    },
  });
  const failures = (responsible: 'source' | 'ours'): Column<Lookup> => ({
    title: t(`endings.${responsible}`),
    numeric: true,
    cell: (lookup) =>
      !isQuiet(lookup) &&
      linked(queriesOf(lookup, { responsible }), count(lookups[lookup].now.results[responsible])),
  });
  const charged = (lookup: Lookup) =>
    BILLED_LOOKUPS.includes(lookup)
      ? linked(queriesOf(lookup, { charged: 'yes' }), write.charged(lookups[lookup].now))
      : '—';
  return (
    <Section title={t('byLookup')}>
      <DataTable
        label={t('byLookup')}
        minWidth={885}
        rows={LOOKUPS}
        keyOf={(lookup) => lookup}
        columns={[
          { title: t('lookup'), width: 210, cell: (lookup) => names(lookup) },
          compared('queries'),
          compared('success'),
          failures('source'),
          failures('ours'),
          compared('p95'),
          {
            title: t('charged'),
            numeric: true,
            cell: (lookup) => !isQuiet(lookup) && charged(lookup),
          },
          {
            title: t('circuit'),
            nowrap: true,
            cell: (lookup) => <Circuit open={paused.some((one) => one.lookup === lookup)} />,
          },
        ]}
      />
    </Section>
  );
}

function hasNone({ now, before }: Compared): boolean {
  return now.queries === 0 && before.queries === 0;
}

function linked(href: string, text: string) {
  return (
    <TextLink href={href} look="plain">
      {text}
    </TextLink>
  );
}

async function Circuit({ open }: { readonly open: boolean }) {
  const t = await getTranslations('overview.circuits');
  return open ? <DotBadge colour="red">{t('open')}</DotBadge> : t('closed');
}
