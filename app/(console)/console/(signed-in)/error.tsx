'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** Something failed on our side; the number is what finds it in the log. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations('messages');
  return (
    <Stack align="flex-start" maw={520} role="alert">
      <Title order={1} size="h2">
        {t('error.title')}
      </Title>
      <Text c="dimmed">{t('error.what')}</Text>
      {error.digest !== undefined && (
        <Text size="sm" c="dimmed">
          {t('error.number', { digest: error.digest })}
        </Text>
      )}
      <Button variant="default" onClick={reset}>
        {t('error.again')}
      </Button>
    </Stack>
  );
}
