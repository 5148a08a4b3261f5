import { List, ListItem, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { PAGES_OF_PLACE } from '@/lib/console/views/pages';
import { viewer } from '@/lib/console/views/viewer';
import { LinkButton } from '@/ui/parts/link-button';
import { PageTitle } from '@/ui/parts/section';
import { titled } from '@/ui/shell/metadata';

export const queryMissingTitle = titled('query.missingTitle');

const REASONS = ['copied', 'before', 'under_way', 'retention', 'deployment'] as const;

export async function QueryNotFound() {
  const t = await getTranslations('query');
  const { isStaff } = await viewer();
  return (
    <Stack align="flex-start" maw={640}>
      <PageTitle>{t('missingTitle')}</PageTitle>
      <Text>{t('missingWhat')}</Text>
      <List spacing={4}>
        {REASONS.map((reason) => (
          <ListItem key={reason}>{t(`missing.${reason}`)}</ListItem>
        ))}
      </List>
      <LinkButton href={isStaff ? '/console/queries' : PAGES_OF_PLACE.queries}>
        {t('backToList')}
      </LinkButton>
    </Stack>
  );
}
