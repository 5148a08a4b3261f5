import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { PageTitle } from '@/ui/parts/section';
import { Queries } from '@/ui/records/queries';
import { titled } from '@/ui/shell/metadata';

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
