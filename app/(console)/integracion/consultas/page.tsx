import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requirePlace } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { PAGES_OF_PLACE } from '@/lib/console/views/pages';
import { PageTitle } from '@/ui/parts/section';
import { Queries } from '@/ui/records/queries';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('queries.title');

export default async function PlaceQueriesPage({ searchParams }: PageProps) {
  const { session, place } = await requirePlace();
  const t = await getTranslations('queries');
  return (
    <Stack>
      <PageTitle>{t('title')}</PageTitle>
      <Queries
        base={PAGES_OF_PLACE.queries}
        parameters={await searchParams}
        session={session}
        integration={place}
      />
    </Stack>
  );
}
