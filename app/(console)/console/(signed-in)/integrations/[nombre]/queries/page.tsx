import { VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import { type IntegrationParams, integrationOf } from '@/lib/console/views/integration';
import { Queries } from '@/ui/records/queries';
import { titled } from '@/ui/shell/metadata';

export const generateMetadata = titled('integration.tabs.queries');

export default async function IntegrationQueriesPage({
  params,
  searchParams,
}: IntegrationParams & PageProps) {
  const session = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const t = await getTranslations('integration');
  return (
    <>
      <VisuallyHidden component="h2">{t('tabs.queries')}</VisuallyHidden>
      <Queries
        base={`/console/integrations/${integration.nombre}/queries`}
        parameters={await searchParams}
        session={session}
        integration={integration}
      />
    </>
  );
}
