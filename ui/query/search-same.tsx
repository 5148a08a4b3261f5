'use client';

import { Button } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { searchIdentifier } from '@/ui/actions/records';
import { useAction } from '@/ui/form/use-action';

/** Lists every query with the identifier of this one. The audit log records the search. */
export function SearchSame({ query }: { readonly query: string }) {
  const t = useTranslations('query');
  const router = useRouter();
  const { run, pending } = useAction();
  const search = () =>
    run(() => searchIdentifier({ query }), {
      done: (id) => router.push(`/console/queries?id=${id}`),
      stay: true,
    });
  return (
    <Button variant="default" size="compact-sm" loading={pending} onClick={search}>
      {t('allOfIdentifier')}
    </Button>
  );
}
