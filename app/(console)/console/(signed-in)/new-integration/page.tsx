import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { requirePermission } from '@/lib/console/session/guard';
import { firstQuestion, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';
import { CreateForm } from './create-form';

export const generateMetadata = titled('create.title');

export default async function NewIntegrationPage() {
  await requirePermission('integration.create', 'billing.top_up');
  const t = await getTranslations('create');
  const choices = LOOKUPS.map((lookup) => ({
    lookup,
    flag: lookupFacts[lookup].flag,
    question: firstQuestion(lookup),
  }));
  return (
    <Stack maw={640}>
      <PageTitle what={t('what')}>{t('title')}</PageTitle>
      <CreateForm
        lookups={choices}
        example={firstQuestion('cui-nit')}
        support={settings().support}
      />
    </Stack>
  );
}
