import { Code } from '@mantine/core';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { languageOf } from '@/lib/base/values/language';
import { consoleContext } from '@/lib/console/session/context';
import type { QueryView } from '@/lib/console/views/query-view';
import {
  fieldPath,
  queriesPath,
  type StatisticsView,
  statisticsPath,
} from '@/lib/console/views/statistics-view';
import { BILLED_LOOKUPS, LOOKUPS, titleOf } from '@/lib/contract/lookups';
import { KEPT_DAYS } from '@/lib/sources/drift';
import { readDrift } from '@/lib/sources/shapes';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import type { Charts } from '@/lib/statistics/charts';
import type { Result } from '@/lib/statistics/endings';
import { rankIntegrations } from '@/lib/statistics/ranking';
import type { Figures } from '@/lib/statistics/traffic';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { type Column, DataTable } from '@/ui/table/data-table';
import { DotBadge } from '@/ui/table/dot-badge';
import { IntegrationLink } from '@/ui/table/integration';

interface Listed {
  readonly name: string;
  /** Queries that are counted, and those among them of a filter. */
  readonly filter: Partial<QueryView>;
  readonly figures: Figures;
  /** Whether it is never charged. */
  readonly free?: boolean;
}

/** Returns the columns of figures of the period; shares are of `all` queries. */
export async function figureColumns(all: number, period: ChartPeriod): Promise<Column<Listed>[]> {
  const t = await getTranslations('statistics');
  const endings = await getTranslations('overview.endings');
  const { count, share, duration } = await figureFormat();
  const column = (title: string, write: (figures: Figures) => ReactNode): Column<Listed> => ({
    title,
    numeric: true,
    cell: ({ figures }) => figures.queries > 0 && write(figures),
  });
  const linked = (title: string, result: Result, more: Partial<QueryView>): Column<Listed> => ({
    title,
    numeric: true,
    cell: ({ filter, figures: { queries, results } }) =>
      queries > 0 && (
        <TextLink href={queriesPath(period, { ...filter, ...more })} look="plain">
          {count(results[result])}
        </TextLink>
      ),
  });
  return [
    {
      title: t('queries'),
      numeric: true,
      cell: ({ name, filter, figures: { queries } }) =>
        queries === 0 ? (
          count(0)
        ) : (
          <TextLink
            href={queriesPath(period, filter)}
            aria-label={t('seeQueries', { name, count: count(queries) })}
          >
            {count(queries)}
          </TextLink>
        ),
    },
    column(t('share'), ({ queries }) => (
      <span className="share" style={{ '--share': queries / all }}>
        {share(queries / all)}
      </span>
    )),
    column(t('success'), ({ successShare }) => share(successShare)),
    linked(endings('empty'), 'empty', { outcome: 'empty' }),
    linked(endings('source'), 'source', { responsible: 'source' }),
    linked(endings('ours'), 'ours', { responsible: 'ours' }),
    column('p95', ({ p95Ms, estimated }) => duration(p95Ms, estimated)),
    {
      title: t('charged'),
      amount: ({ figures }) => figures.charged,
      cell: ({ figures, free }, amount) => figures.queries > 0 && (free ? '—' : amount),
    },
  ];
}

interface ByIntegrationProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly names: ReadonlyMap<number, string>;
}

const MOST = 20;

export async function ByIntegration({ view: { lookup }, period, names }: ByIntegrationProps) {
  const t = await getTranslations('statistics');
  const { reports } = consoleContext();
  const { integrations, queries } = await rankIntegrations(reports, period, { lookup }, MOST);
  const rows = integrations.map(({ integrationId, figures }) => {
    const name = names.get(integrationId) ?? String(integrationId);
    return { name, figures, filter: { integration: name, lookup } };
  });
  return (
    <Section title={t('byIntegration')} what={t('byIntegrationWhat', { count: MOST })}>
      <DataTable
        label={t('byIntegration')}
        minWidth={820}
        rows={rows}
        keyOf={({ name }) => name}
        empty={t('empty')}
        columns={[
          {
            title: t('integration'),
            width: 180,
            cell: ({ name }) => <IntegrationLink nombre={name} />,
          },
          ...(await figureColumns(queries, period)),
        ]}
      />
    </Section>
  );
}

interface ByLookupProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly lookups: Charts['lookups'];
}

/** Shows the period by lookup, including those the charts leave out. */
export async function ByLookup({ view, period, lookups }: ByLookupProps) {
  const t = await getTranslations('statistics');
  const names = await getTranslations('lookups');
  const { integration } = view;
  const all = LOOKUPS.reduce((sum, lookup) => sum + lookups[lookup].now.queries, 0);
  const rows = LOOKUPS.map((lookup) => ({
    lookup,
    name: names(lookup),
    figures: lookups[lookup].now,
    free: !BILLED_LOOKUPS.includes(lookup),
    filter: { integration, lookup },
  }));
  return (
    <Section title={t('byLookup')}>
      <DataTable
        label={t('byLookup')}
        minWidth={845}
        rows={rows}
        keyOf={({ lookup }) => lookup}
        columns={[
          {
            title: t('lookup'),
            width: 210,
            cell: ({ lookup, name }) => (
              <TextLink
                href={statisticsPath({ ...view, lookup })}
                {...(lookup === view.lookup ? { 'aria-current': 'true' as const } : {})}
              >
                {name}
              </TextLink>
            ),
          },
          ...(await figureColumns(all, period)),
        ]}
      />
    </Section>
  );
}

const STATE_COLOURS = { stopped: 'red', unreadable: 'orange', new: 'plain', ok: 'plain' } as const;

/** Lists the fields that the sources have changed. */
export async function ChangedFields() {
  const t = await getTranslations('statistics.fields');
  const language = languageOf(await getLocale());
  const { count, share } = await figureFormat();
  return (
    <Section id="fields" title={t('title')} what={t('what')}>
      <DataTable
        label={t('title')}
        minWidth={760}
        rows={await readDrift(consoleContext().db)}
        keyOf={({ lookup, name }) => `${lookup} ${name}`}
        empty={t('none')}
        columns={[
          { title: t('lookup'), nowrap: true, cell: ({ lookup }) => titleOf(lookup, language) },
          {
            title: t('name'),
            width: 240,
            cell: (field) => (
              <TextLink href={fieldPath(field)}>
                <Code>{field.name}</Code>
              </TextLink>
            ),
          },
          {
            title: t('state'),
            nowrap: true,
            cell: ({ state }) => (
              <DotBadge colour={STATE_COLOURS[state]}>{t(`states.${state}`)}</DotBadge>
            ),
          },
          { title: t('before'), numeric: true, cell: (field) => share(field.filledBefore) },
          { title: t('now'), numeric: true, cell: (field) => share(field.filledNow) },
          {
            title: t('unreadable', { days: KEPT_DAYS }),
            numeric: true,
            cell: (field) => count(field.unreadable),
          },
          {
            title: t('since'),
            nowrap: true,
            cell: ({ since }) => since && <Instant at={since} />,
          },
        ]}
      />
    </Section>
  );
}
