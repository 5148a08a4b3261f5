import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';
import { Queries } from '@/app/(console)/records/queries';
import type { PageProps } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';

export const generateMetadata = titled('queries.title');

export default async function QueriesPage({ searchParams }: PageProps) {
  const session = await requireUser();
  const t = await getTranslations('queries');
  return (
    <Stack>
      <PageTitle>{t('title')}</PageTitle>
      <Queries base="/console/queries" parameters={await searchParams} session={session} />
    </Stack>
  );
}
