'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { endAllSessions } from '@/app/(console)/actions/account';
import { useAction } from '@/app/(console)/form/use-action';
import { Section } from '@/app/(console)/layout/section';

export function Sessions() {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  return (
    <Section title={t('sessionsTitle')} what={t('sessionsWhat')}>
      <Group justify="flex-end">
        <Button
          variant="default"
          loading={pending}
          onClick={() => run(endAllSessions, { done: () => window.location.assign('/login') })}
        >
          {t('everywhere')}
        </Button>
      </Group>
    </Section>
  );
}
