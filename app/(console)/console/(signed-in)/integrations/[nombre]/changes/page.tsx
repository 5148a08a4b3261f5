import { VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { requireUser } from '@/lib/console/session/guard';
import type { PageProps } from '@/lib/console/texts/form';
import {
  changesPath,
  type IntegrationParams,
  integrationOf,
} from '@/lib/console/views/integration';
import { titled } from '@/ui/shell/metadata';
import { Trail } from '@/ui/table/trail';

export const generateMetadata = titled('integration.tabs.changes');

/** Shows who changed an integration, or opened its personal data, to every user. */
export default async function ChangesPage({ params, searchParams }: IntegrationParams & PageProps) {
  await requireUser();
  const { id, nombre } = await integrationOf((await params).nombre);
  const t = await getTranslations('integration');
  return (
    <>
      <VisuallyHidden component="h2">{t('tabs.changes')}</VisuallyHidden>
      <Trail
        parameters={await searchParams}
        of={{ integrationId: id, base: changesPath(nombre) }}
      />
    </>
  );
}
