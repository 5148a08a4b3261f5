import { VisuallyHidden } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Queries } from '@/app/(console)/records/queries';
import { requireUser } from '@/lib/console/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/integration';
import type { Parameters } from '@/lib/console/query-view';

interface IntegrationQueriesPageProps extends IntegrationParams {
  readonly searchParams: Promise<Parameters>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integration'))('tabs.queries') };
}

export default async function IntegrationQueriesPage({
  params,
  searchParams,
}: IntegrationQueriesPageProps) {
  await requireUser();
  const integration = await integrationOf((await params).nombre);
  const t = await getTranslations('integration');
  return (
    <>
      <VisuallyHidden component="h2">{t('tabs.queries')}</VisuallyHidden>
      <Queries
        base={`/console/integrations/${integration.nombre}/queries`}
        parameters={await searchParams}
        integration={integration}
      />
    </>
  );
}
