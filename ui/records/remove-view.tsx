'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { removeView } from '@/ui/actions/records';
import { useAction } from '@/ui/form/use-action';

export function RemoveView({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useTranslations('views');
  const { run, pending } = useAction();
  // The button disappears with its view.
  const done = () => document.getElementById('content')?.focus();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={pending}
      onClick={() => run(() => removeView(id), { done })}
    >
      {t('remove', { name })}
    </Button>
  );
}
