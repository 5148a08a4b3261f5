'use client';

import { Button, Group } from '@mantine/core';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { useAction } from '../../../proof';
import { signOutEverywhere } from './actions';
import { Section } from './section';

export function Sessions() {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  return (
    <Section title={t('sessionsTitle')} what={t('sessionsWhat')}>
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={pending}
          onClick={() => run(signOutEverywhere, () => void signOut({ callbackUrl: '/login' }))}
        >
          {t('everywhere')}
        </Button>
      </Group>
    </Section>
  );
}
