'use client';

import { Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { endAllSessions, endOwnSession } from '@/ui/actions/account';
import { useAction } from '@/ui/form/use-action';
import { signOut } from '@/ui/shell/sign-out';

interface EndSessionProps {
  readonly number: number;
  readonly address: string;
}

export function EndSession({ number, address }: EndSessionProps) {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  return (
    <Button
      variant="default"
      size="compact-sm"
      flex="none"
      loading={pending}
      aria-label={t('endSessionFrom', { address })}
      onClick={() => run(() => endOwnSession(number))}
    >
      {t('endSession')}
    </Button>
  );
}

export function EndAllSessions() {
  const t = useTranslations('account');
  const { run, pending } = useAction();
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        loading={pending}
        onClick={() => run(endAllSessions, { done: () => void signOut(), stay: true })}
      >
        {t('everywhere')}
      </Button>
    </Group>
  );
}
