import { Text } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import { DataTable } from '@/app/(console)/table/data-table';
import { displayQuetzales } from '@/lib/money';
import type { IntegrationRow } from '@/lib/statistics/integrations';

/** As many are shown here; the list of integrations has all of them. */
export const LOW_ROWS = 8;

/** The integrations that soon cannot ask any more, the soonest first. */
export async function LowSection({ integrations }: { integrations: readonly IntegrationRow[] }) {
  const t = await getTranslations('overview');
  const days = await getTranslations('integrations');
  return (
    <Section title={t('low')} what={t('lowWhat')}>
      {integrations.length === 0 ? (
        <Text c="dimmed">{t('noneLow')}</Text>
      ) : (
        <DataTable
          label={t('low')}
          minWidth={280}
          columns={[
            { key: 'nombre', title: days('name'), width: 100 },
            { key: 'available', title: days('available'), numeric: true },
            { key: 'runway', title: days('runway'), numeric: true },
          ]}
          rows={integrations.slice(0, LOW_ROWS).map(({ id, nombre, available, runwayDays }) => ({
            key: String(id),
            cells: {
              nombre: (
                <Link href={`/console/integrations/${nombre}`} className="quiet">
                  {nombre}
                </Link>
              ),
              available: displayQuetzales(available),
              runway: runwayDays === null ? '—' : days('days', { count: runwayDays }),
            },
          }))}
        />
      )}
      {integrations.length > LOW_ROWS && (
        <Text size="sm">
          <Link href="/console/integrations?state=low&sort=runway" className="quiet">
            {t('allLow')}
          </Link>
        </Text>
      )}
    </Section>
  );
}
