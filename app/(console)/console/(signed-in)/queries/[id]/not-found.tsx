import { List, ListItem, Stack, Text, Title } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';

const REASONS = ['copied', 'before', 'under_way', 'retention', 'deployment'] as const;

/** No record has this id: what that can mean. */
export default async function QueryNotFound() {
  const t = await getTranslations('query');
  return (
    <Stack align="flex-start" maw={640}>
      <Title order={1} size="h2">
        {t('missingTitle')}
      </Title>
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
