import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requirePermission } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';
import { Trail } from '@/ui/table/trail';

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
