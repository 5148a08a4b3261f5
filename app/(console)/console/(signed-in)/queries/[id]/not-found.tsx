import { List, ListItem, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';

export const generateMetadata = titled('query.missingTitle');

const REASONS = ['copied', 'before', 'under_way', 'retention', 'deployment'] as const;

export default async function QueryNotFound() {
  const t = await getTranslations('query');
  return (
    <Stack align="flex-start" maw={640}>
      <PageTitle>{t('missingTitle')}</PageTitle>
      <Text>{t('missingWhat')}</Text>
      <List spacing={4}>
        {REASONS.map((reason) => (
          <ListItem key={reason}>{t(`missing.${reason}`)}</ListItem>
        ))}
      </List>
      <LinkButton href="/console/queries">{t('backToList')}</LinkButton>
    </Stack>
  );
}
