import { Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { requirePermission } from '@/lib/console/guard';
import { firstQuestion, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { CreateForm } from './create-form';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('create'))('title') };
}

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
      <div>
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        <Text c="dimmed">{t('what')}</Text>
      </div>
      <CreateForm lookups={choices} example={firstQuestion('cui-nit')} />
    </Stack>
  );
}
