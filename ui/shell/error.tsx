'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Note } from '@/ui/parts/note';
import { PageTitle } from '@/ui/parts/section';

interface ErrorPageProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

/** Shown when a page fails. The number identifies the error in the log. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations('messages');
  return (
    <Stack align="flex-start" maw={520} role="alert">
      <PageTitle>{t('error.title')}</PageTitle>
      <Text c="dimmed">{t('error.what')}</Text>
      {error.digest !== undefined && <Note>{t('error.number', { digest: error.digest })}</Note>}
      <Button variant="default" onClick={reset}>
        {t('error.again')}
      </Button>
    </Stack>
  );
}
