'use client';

import { Switch } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useOptimistic, useTransition } from 'react';
import { useAddress } from '@/app/(console)/layout/address';

/** Keeps the list up to date by itself; stands in the address. */
export function LiveSwitch({ on }: { readonly on: boolean }) {
  const t = useTranslations('live');
  const router = useRouter();
  const address = useAddress();
  const [shown, show] = useOptimistic(on);
  const [, startTransition] = useTransition();
  const toggle = () =>
    startTransition(() => {
      show(!shown);
      router.replace(address({ live: shown ? undefined : '1' }), { scroll: false });
    });
  return <Switch label={t('label')} checked={shown} onChange={toggle} />;
}
