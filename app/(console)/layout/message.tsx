import { Stack, Text, Title } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from './link-button';

/** What stands in place of a page that cannot be shown. */
export async function Message({ kind }: { readonly kind: 'notFound' | 'forbidden' }) {
  const t = await getTranslations('messages');
  return (
    <Stack align="flex-start" maw={520}>
      <Title order={1} size="h2">
        {t(`${kind}.title`)}
      </Title>
      <Text c="dimmed">{t(`${kind}.what`)}</Text>
      <LinkButton href="/console/integrations">{t('back')}</LinkButton>
    </Stack>
  );
}
