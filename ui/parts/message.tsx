import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from './link-button';
import { PageTitle } from './section';

/** Shown in place of a page that is missing or forbidden. */
export async function Message({ kind }: { readonly kind: 'notFound' | 'forbidden' }) {
  const t = await getTranslations('messages');
  return (
    <Stack align="flex-start" maw={520}>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      <Text c="dimmed">{t(`${kind}.what`)}</Text>
      <LinkButton href="/console/integrations">{t('back')}</LinkButton>
    </Stack>
  );
}
