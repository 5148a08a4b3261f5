import { Alert, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { lastAccessChange } from '@/lib/audit/access-change';
import { displayQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import { consoleContext } from '@/lib/console/session/context';
import { viewer } from '@/lib/console/views/viewer';
import { blockingCap, capEnds } from '@/lib/integrations/caps';
import type { IntegrationView } from '@/lib/integrations/find';
import { Support } from '@/ui/parts/support';
import { Instant } from '@/ui/parts/time';

/** Says that a spending cap refuses the catalogs, and until when. */
export async function CapBanner({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('capNotice');
  const { isStaff } = await viewer();
  const cap = blockingCap(integration);
  if (cap === undefined || integration.suspendedAt !== null) return null;
  const of = {
    day: { spent: integration.spentDay, limit: integration.cap_day },
    month: { spent: integration.spentMonth, limit: integration.cap_month },
  }[cap];
  return (
    <Alert color="red" title={t(`title.${cap}`)}>
      {t.rich('text', {
        spent: displayQuetzales(of.spent),
        cap: displayQuetzales(of.limit ?? 0n),
        end: () => <Instant at={capEnds(cap, new Date())} />,
      })}{' '}
      {!isStaff && <Support label={t('ask')} />}
    </Alert>
  );
}

export async function SuspensionBanner({ integrationId }: { readonly integrationId: number }) {
  const t = await getTranslations('suspension');
  const { db } = consoleContext();
  const { isStaff, actorOf } = await viewer();
  const change = await lastAccessChange(db, 'suspended', integrationId, new Date());
  return (
    <Alert color="red" title={t('noticeTitle')}>
      {change === undefined
        ? t('noticeUnknown')
        : t.rich('notice', {
            actor: actorOf(change.actor),
            when: () => <Instant at={change.at} />,
          })}
      {isStaff && change?.reason != null && (
        <Text size="sm" className="written">
          {t('noticeReason', { reason: visible(change.reason) })}
        </Text>
      )}
    </Alert>
  );
}
