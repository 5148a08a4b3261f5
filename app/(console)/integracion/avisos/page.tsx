import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may } from '@/lib/access/permissions';
import { requirePlace } from '@/lib/console/session/guard';
import { configureNotice, configureOwnNotice } from '@/ui/actions/place';
import { Notices } from '@/ui/notices/notices';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('notices.title');

export default async function PlaceNoticesPage() {
  const { session, place } = await requirePlace('notice.configure_own');
  const scope = may(session.role, 'notice.configure')
    ? { configure: configureNotice }
    : { configure: configureOwnNotice, own: session.email };
  const t = await getTranslations('notices');
  return (
    <Stack gap="lg" maw={1100}>
      <PageTitle>{t('title')}</PageTitle>
      <Notices {...scope} owner={place.id} />
    </Stack>
  );
}
