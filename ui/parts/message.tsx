import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { currentSession } from '@/lib/console/session/guard';
import { PLACE } from '@/lib/console/session/return-path';
import { LinkButton } from './link-button';
import { PageTitle } from './section';

/** Shown in place of a page that is missing or forbidden. */
export async function Message({ kind }: { readonly kind: 'notFound' | 'forbidden' }) {
  const t = await getTranslations('messages');
  const session = await currentSession();
  const place = session !== undefined && session.integrationId !== null;
  return (
    <Stack align="flex-start" maw={520}>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      <Text c="dimmed">
        {place && kind === 'forbidden' ? t('forbidden.whatPlace') : t(`${kind}.what`)}
      </Text>
      <LinkButton href={place ? PLACE : '/console/integrations'}>
        {t(place ? 'backToPlace' : 'back')}
      </LinkButton>
    </Stack>
  );
}
