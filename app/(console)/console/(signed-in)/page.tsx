import '@/ui/charts/charts.css';
import './overview/overview.css';
import { Group, SimpleGrid, Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { may, type Role } from '@/lib/access/permissions';
import { listAudit } from '@/lib/audit/list';
import { auditState } from '@/lib/audit/verify';
import { settings } from '@/lib/base/env/settings';
import { PERIODS, type PeriodOf } from '@/lib/base/time/periods';
import { MINUTE_MS } from '@/lib/base/time/time';
import { lastReconciliation } from '@/lib/billing/last-reconciliation';
import { countOpenRefunds } from '@/lib/billing/refund-requests';
import { consoleContext } from '@/lib/console/session/context';
import { requireUserAtHome } from '@/lib/console/session/guard';
import { maybe, type PageProps } from '@/lib/console/texts/form';
import { revealsUsedUp } from '@/lib/console/views/identifiers';
import { readDrift } from '@/lib/sources/shapes';
import { chartPeriod } from '@/lib/statistics/chart-periods';
import { readCharts } from '@/lib/statistics/charts';
import { readHealth } from '@/lib/statistics/health';
import { countByState, listByUse } from '@/lib/statistics/integrations';
import { countRefusals } from '@/lib/statistics/refusals';
import { timeAxis } from '@/ui/charts/axis';
import { Volume } from '@/ui/charts/volume';
import { PeriodChoices } from '@/ui/parts/choices';
import { Later } from '@/ui/parts/later';
import { PageTitle, Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { titled } from '@/ui/shell/metadata';
import { Refresh, RefreshSwitch } from '@/ui/shell/refresh';
import { Changes, changeName, MARKED, MOST_MARKED } from './overview/changes';
import { FiguresRow, LookupsSection } from './overview/figures';
import { HealthSection } from './overview/health-section';
import { LOW_ROWS, LowSection, ReconciliationLine, RefusalsSection } from './overview/lists';
import { Sentence } from './overview/sentence';

const DEFAULT_PERIOD: PeriodOf<'overview'> = '24h';

const SOONEST = { column: 'runway', direction: 'asc' } as const;

const querySchema = z.object({
  period: z.enum(PERIODS.overview).catch(DEFAULT_PERIOD),
  wall: maybe(z.literal('1')),
});

export const generateMetadata = titled('overview.title');

export default async function OverviewPage({ searchParams }: PageProps) {
  const { role } = await requireUserAtHome();
  const { period, wall } = querySchema.parse(await searchParams);
  const t = await getTranslations('overview');
  return (
    <Stack gap="lg" maw={wall ? 'none' : 1240} className="overview">
      <PageTitle
        beside={
          <Group gap="md">
            <Group gap="sm" data-wall={wall}>
              <Refresh at={new Date()} everyMs={MINUTE_MS} unattended={wall !== undefined} />
              <RefreshSwitch name="wall" on={wall !== undefined} />
            </Group>
            <PeriodChoices periods={PERIODS.overview} usual={DEFAULT_PERIOD} chosen={period} />
          </Group>
        }
      >
        {t('title')}
      </PageTitle>
      <Later rows={12}>
        <Overview name={period} role={role} />
      </Later>
    </Stack>
  );
}

async function Overview({
  name,
  role,
}: {
  readonly name: PeriodOf<'overview'>;
  readonly role: Role;
}) {
  const { db } = consoleContext();
  const t = await getTranslations('overview');
  const byDay = name !== '24h';
  const period = chartPeriod(name, new Date(), { byDay });
  const [
    { bars, total, lookups },
    health,
    refusals,
    low,
    reconciliation,
    usedUp,
    audit,
    drift,
    states,
    changes,
  ] = await Promise.all([
    readCharts(db, period),
    readHealth(db, settings().adapters),
    countRefusals(db, period),
    listByUse(db, { part: '', state: 'low' }, { sort: SOONEST, limit: LOW_ROWS + 1, offset: 0 }),
    lastReconciliation(db),
    may(role, 'audit.read') ? revealsUsedUp(db) : [],
    auditState(db.$client),
    readDrift(db),
    countByState(db, ''),
    listAudit(db, { actions: MARKED, since: period.from }, MOST_MARKED),
  ]);
  const nameOf = await changeName();
  const axis = await timeAxis(bars, period.unitMs);
  const title = t(byDay ? 'volume.day' : 'volume.hour');
  return (
    <>
      <HealthSection
        health={health}
        bars={bars}
        labels={axis.labels}
        refusals={refusals}
        ledger={reconciliation?.problems ?? []}
        audit={audit === 'ok' ? [] : audit}
        usedUp={usedUp}
        drift={drift}
        capped={states.capped}
        counted={period}
      />
      {may(role, 'billing.decline_refund') && <RefundsToDecide />}
      <FiguresRow total={total} period={name} />
      <Section title={title}>
        <Stack gap="xs">
          <Volume
            title={title}
            bars={bars}
            axis={axis}
            marks={changes.map((change) => ({ at: change.at, name: nameOf(change) }))}
            chooseAt="/console/queries"
          />
        </Stack>
        <Changes changes={changes} role={role} />
      </Section>
      <LookupsSection lookups={lookups} paused={health.paused} period={name} counted={period} />
      <SimpleGrid minColWidth="min(420px, 100%)" autoFlow="auto-fit" spacing="lg">
        <LowSection integrations={low} />
        <RefusalsSection refusals={refusals} from={period.from} />
      </SimpleGrid>
      {reconciliation && <ReconciliationLine reconciliation={reconciliation} />}
    </>
  );
}

async function RefundsToDecide() {
  const t = await getTranslations('refundRequests');
  const count = await countOpenRefunds(consoleContext().db);
  if (count === 0) return null;
  return (
    <Sentence tone="warning" role="status">
      <span>
        {t.rich('toDecide', {
          count,
          link: (text) => <TextLink href="/console/refunds">{text}</TextLink>,
        })}
      </span>
    </Sentence>
  );
}
