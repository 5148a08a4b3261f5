import { IconAlertTriangle, IconScale } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import { Ago } from '@/app/(console)/format/instant';
import type { LastReconciliation } from '@/lib/billing/last-reconciliation';

/** That the books are checked, when they were last, and what came of it. */
export async function ReconciliationLine({
  reconciliation: { at, failed, since, checked, problems },
}: {
  readonly reconciliation: LastReconciliation;
}) {
  const t = await getTranslations('overview');
  const { instant } = await figureFormat();
  const bad = problems > 0 || failed;
  const Icon = bad ? IconAlertTriangle : IconScale;
  const from = since && instant(since, { hour: '2-digit', minute: '2-digit' });
  return (
    <p className="verdict reconciliation" data-tone={bad ? 'bad' : 'plain'}>
      <Icon size={18} aria-hidden />
      <span>
        {t('reconciliation')} {at !== null && <Ago at={at} />}:{' '}
        {problems > 0 ? t('unbalanced', { count: problems }) : t('balanced')}{' '}
        {t('checked', checked)}
        {from === undefined ? '.' : ` ${t('checkedSince', { at: from })}`}
        {failed && ` ${t('notReconciled')}`}
      </span>
    </p>
  );
}
