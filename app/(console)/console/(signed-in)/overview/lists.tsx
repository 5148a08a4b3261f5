import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { localMinute } from '@/lib/base/time/guatemala';
import type { LastReconciliation } from '@/lib/billing/last-reconciliation';
import { refusalsPath } from '@/lib/console/views/refusal-view';
import { failures } from '@/lib/contract/failures';
import type { IntegrationRow } from '@/lib/statistics/integrations';
import { LOW_RUNWAY_DAYS } from '@/lib/statistics/pace';
import type { RefusalsByReason } from '@/lib/statistics/refusals';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Ago } from '@/ui/parts/time';
import { DataTable } from '@/ui/table/data-table';
import { IntegrationLink } from '@/ui/table/integration';
import { Sentence } from './sentence';

export const LOW_ROWS = 8;

/** Lists the integrations whose balance ends soonest. */
export async function LowSection({ integrations }: { integrations: readonly IntegrationRow[] }) {
  const t = await getTranslations('overview');
  const words = await getTranslations('integrations');
  return (
    <Section title={t('low')} what={t('lowWhat', { days: LOW_RUNWAY_DAYS })}>
      <DataTable
        label={t('low')}
        minWidth={280}
        rows={integrations.slice(0, LOW_ROWS)}
        keyOf={({ id }) => id}
        empty={t('noneLow')}
        columns={[
          {
            title: words('name'),
            width: 100,
            cell: (row) => <IntegrationLink {...row} />,
          },
          {
            title: words('available'),
            amount: ({ available }) => available,
            cell: ({ nombre }, amount) => (
              <TextLink href={`/console/integrations/${nombre}/balance`} look="plain">
                {amount}
              </TextLink>
            ),
          },
          {
            title: words('runway'),
            numeric: true,
            cell: ({ runwayDays }) =>
              runwayDays === null ? '—' : words('days', { count: runwayDays }),
          },
        ]}
      />
      {integrations.length > LOW_ROWS && (
        <Text size="sm">
          <TextLink href="/console/integrations?state=low&sort=runway">{t('allLow')}</TextLink>
        </Text>
      )}
    </Section>
  );
}

const ROWS = 8;

interface RefusalsSectionProps {
  readonly refusals: readonly RefusalsByReason[];
  /** Beginning of what is counted. */
  readonly from: Date;
}

export async function RefusalsSection({ refusals, from: start }: RefusalsSectionProps) {
  const t = await getTranslations('overview');
  const reasons = await getTranslations('failures');
  const { count, share } = await figureFormat();
  const from = localMinute(start);
  const total = refusals.reduce((sum, one) => sum + one.refusals, 0);
  const others = refusals.slice(ROWS).reduce((sum, one) => sum + one.refusals, 0);
  return (
    <Section title={t('refusals')} what={t('refusalsWhat', { count: total })}>
      {total === 0 ? (
        <Text c="dimmed">{t('noRefusals')}</Text>
      ) : (
        <ul className="bare ranking">
          {refusals.slice(0, ROWS).map(({ reason, refusals: n }) => (
            <li key={reason} style={{ '--share': n / total }}>
              <span>
                <TextLink href={refusalsPath({ reason, from })}>{reasons(reason)}</TextLink>
                {failures[reason].responsible === 'ours' && <b> · {t('endings.ours')}</b>}
              </span>
              <span className="numeric" title={share(n / total)}>
                {count(n)}
              </span>
            </li>
          ))}
          {others > 0 && (
            <li style={{ '--share': others / total }}>
              <TextLink href={refusalsPath({ from })}>{t('otherRefusals')}</TextLink>
              <span className="numeric">{count(others)}</span>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}

export async function ReconciliationLine(props: { readonly reconciliation: LastReconciliation }) {
  const { at, failed, since, checked, problems } = props.reconciliation;
  const t = await getTranslations('overview');
  const { instant } = await figureFormat();
  const bad = problems.length > 0 || failed;
  const from = since && instant(new Date(since), { hour: '2-digit', minute: '2-digit' });
  const look = bad ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed', fw: 400 };
  return (
    <Sentence tone={bad ? 'bad' : 'plain'} fz="sm" {...look}>
      {t('reconciliation')} {at !== null && <Ago at={at} />}:{' '}
      {problems.length > 0 ? t('unbalanced', { count: problems.length }) : t('balanced')}{' '}
      {t('checked', checked)}
      {from === undefined ? '.' : ` ${t('checkedSince', { at: from })}`}
      {failed && ` ${t('notReconciled')}`}
    </Sentence>
  );
}
