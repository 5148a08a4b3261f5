import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Trail } from '@/app/(console)/audit/trail';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';
import type { PageProps } from '@/lib/console/form';
import { requirePermission } from '@/lib/console/guard';

export const generateMetadata = titled('audit.title');

export default async function AuditPage({ searchParams }: PageProps) {
  await requirePermission('audit.read');
  const t = await getTranslations('audit');
  return (
    <Stack>
      <PageTitle>{t('title')}</PageTitle>
      <Trail parameters={await searchParams} />
    </Stack>
  );
}
