import { Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Queries } from '@/app/(console)/records/queries';
import { requireUser } from '@/lib/console/guard';
import type { Parameters } from '@/lib/console/query-view';

interface QueriesPageProps {
  readonly searchParams: Promise<Parameters>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('queries'))('title') };
}

export default async function QueriesPage({ searchParams }: QueriesPageProps) {
  const { userId } = await requireUser();
  const t = await getTranslations('queries');
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <Queries base="/console/queries" parameters={await searchParams} userId={userId} />
    </Stack>
  );
}
