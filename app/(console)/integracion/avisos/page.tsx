import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may } from '@/lib/access/permissions';
import { requirePlace } from '@/lib/console/session/guard';
import { Notices } from '@/ui/notices/notices';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('notices.title');

export default async function PlaceNoticesPage() {
  const { session, place } = await requirePlace('notice.configure_own');
  const own = may(session.role, 'notice.configure') ? undefined : session.email;
  const t = await getTranslations('notices');
  return (
    <Stack gap="lg" maw={1100}>
      <PageTitle>{t('title')}</PageTitle>
      <Notices owner={place.id} own={own} />
    </Stack>
  );
}
