'use client';

import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useTransition } from 'react';
import { chooseLocale } from '@/ui/actions/session';

export function LocaleSwitch() {
  const t = useTranslations('language');
  const router = useRouter();
  const other = useLocale() === 'en' ? 'es' : 'en';
  const [pending, startTransition] = useTransition();
  const change = () =>
    startTransition(async () => {
      await chooseLocale(other);
      router.refresh();
    });
  return (
    <Button variant="subtle" size="compact-sm" onClick={change} loading={pending} lang={other}>
      {t(other)}
    </Button>
  );
}
