import { Text } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import { DataTable } from '@/app/(console)/table/data-table';
import { consoleContext } from '@/lib/console/context';
import { queriesAddress, type StatisticsView } from '@/lib/console/statistics-view';
import type { ChartPeriod } from '@/lib/statistics/chart-periods';
import { rankIntegrations } from '@/lib/statistics/ranking';
import { figureCells, figureColumns } from './figure-cells';

interface ByIntegrationProps {
  readonly view: StatisticsView;
  readonly period: ChartPeriod;
  readonly names: ReadonlyMap<number, string>;
}

const MOST = 20;

/** Who asks the most in the period. */
export async function ByIntegration({ view: { lookup }, period, names }: ByIntegrationProps) {
  const t = await getTranslations('statistics');
  const { integrations, queries } = await rankIntegrations(
    consoleContext().db,
    period,
    { lookup },
    MOST,
  );
  const cellsOf = await figureCells(queries);
  return (
    <Section title={t('byIntegration')} what={t('byIntegrationWhat', { count: MOST })}>
      {integrations.length === 0 ? (
        <Text c="dimmed">{t('empty')}</Text>
      ) : (
        <DataTable
          label={t('byIntegration')}
          minWidth={820}
          columns={[
            { key: 'name', title: t('integration'), width: 140 },
            ...(await figureColumns()),
          ]}
          rows={integrations.map(({ integrationId, figures }) => {
            const name = names.get(integrationId) ?? String(integrationId);
            return {
              key: String(integrationId),
              cells: {
                name: (
                  <Link href={`/console/integrations/${name}`} className="quiet" prefetch={false}>
                    {name}
                  </Link>
                ),
                ...cellsOf(figures, {
                  name,
                  href: queriesAddress(period, { integration: name, lookup }),
                }),
              },
            };
          })}
        />
      )}
    </Section>
  );
}
