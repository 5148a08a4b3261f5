import '@/app/(console)/charts/charts.css';
import '@/app/(console)/charts/endings.css';
import './overview/overview.css';
import { Group, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { Choices } from '@/app/(console)/layout/choices';
import { Later } from '@/app/(console)/layout/later';
import { lastReconciliation } from '@/lib/billing/last-reconciliation';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { readHealth } from '@/lib/statistics/health';
import { listByUse } from '@/lib/statistics/integrations';
import { PERIODS, type PeriodName, periodOf } from '@/lib/statistics/periods';
import { countRefusals } from '@/lib/statistics/refusals';
import { readTraffic } from '@/lib/statistics/traffic';
import { FiguresRow } from './overview/figures';
import { HealthSection } from './overview/health-section';
import { LookupsSection } from './overview/lookups-section';
import { LOW_ROWS, LowSection } from './overview/low-section';
import { ReconciliationLine } from './overview/reconciliation-line';
import { RefusalsSection } from './overview/refusals-section';
import { VolumeSection } from './overview/volume-section';

const DEFAULT_PERIOD: PeriodName = '24h';

const SOONEST = { column: 'runway', direction: 'asc' } as const;

const querySchema = z.object({ period: z.enum(PERIODS).catch(DEFAULT_PERIOD) });

interface OverviewPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('overview'))('title') };
}

export default async function OverviewPage({ searchParams }: OverviewPageProps) {
  await requireUser();
  const { period: name } = querySchema.parse(await searchParams);
  return (
    <Stack gap="lg" maw={1240}>
      <Heading period={name} />
      <Later rows={12}>
        <Overview name={name} />
      </Later>
    </Stack>
  );
}

async function Overview({ name }: { readonly name: PeriodName }) {
  const { db } = consoleContext();
  const period = periodOf(name, new Date());
  const [traffic, health, refusals, low, reconciliation] = await Promise.all([
    readTraffic(db, period),
    readHealth(db),
    countRefusals(db, period),
    listByUse(db, { part: '', state: 'low' }, { sort: SOONEST, limit: LOW_ROWS + 1, offset: 0 }),
    lastReconciliation(db),
  ]);
  return (
    <>
      <HealthSection health={health} traffic={traffic} refusals={refusals} period={period} />
      <FiguresRow total={traffic.total} period={name} />
      <VolumeSection traffic={traffic} period={period} />
      <LookupsSection lookups={traffic.lookups} period={name} />
      <div className="overview-pair">
        <LowSection integrations={low} />
        <RefusalsSection refusals={refusals} />
      </div>
      {reconciliation && <ReconciliationLine reconciliation={reconciliation} />}
    </>
  );
}

async function Heading({ period }: { readonly period: PeriodName }) {
  const t = await getTranslations('overview');
  return (
    <Group justify="space-between">
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Choices
        label={t('period')}
        parameter="period"
        chosen={period === DEFAULT_PERIOD ? undefined : period}
        choices={PERIODS.map((name) => ({
          value: name === DEFAULT_PERIOD ? undefined : name,
          label: t(`periods.${name}`),
        }))}
      />
    </Group>
  );
}
