import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requirePlace } from '@/lib/console/guard';
import { configureNotice } from '@/ui/actions/place';
import { Notices } from '@/ui/notices/notices';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('notices.title');

export default async function PlaceNoticesPage() {
  const { place } = await requirePlace('notice.configure');
  const t = await getTranslations('notices');
  return (
    <Stack gap="lg" maw={960}>
      <PageTitle>{t('title')}</PageTitle>
      <Notices configure={configureNotice} owner={place.id} />
    </Stack>
  );
}
