import { Alert, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/time';
import { lastAccessChange } from '@/lib/audit/access-change';
import { consoleContext } from '@/lib/console/context';
import { visible } from '@/lib/visible';

export async function SuspensionNotice({ integrationId }: { readonly integrationId: number }) {
  const t = await getTranslations('suspension');
  const { db } = consoleContext();
  const change = await lastAccessChange(db, 'suspended', integrationId, new Date());
  return (
    <Alert color="red" title={t('noticeTitle')}>
      {change === undefined
        ? t('noticeUnknown')
        : t.rich('notice', { actor: change.actor, when: () => <Instant at={change.at} /> })}
      {change?.reason != null && (
        <Text size="sm" className="written">
          {t('noticeReason', { reason: visible(change.reason) })}
        </Text>
      )}
    </Alert>
  );
}
