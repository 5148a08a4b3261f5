'use client';

import { Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';

const PAUSE_MS = 200;

/** Searches while it is written; the query stands in the URL, and without scripts Enter sends it. */
export function SearchField({ query }: { readonly query: string }) {
  const t = useTranslations('integrations');
  const router = useRouter();
  const [written, setWritten] = useState(query);
  const [pending, startTransition] = useTransition();
  const search = useDebouncedCallback((q: string) => {
    const parts = q.trim() === '' ? '' : `?${new URLSearchParams({ q: q.trim() })}`;
    startTransition(() => router.replace(`/console/integrations${parts}`));
  }, PAUSE_MS);
  return (
    <search>
      <form action="/console/integrations">
        <TextInput
          type="search"
          name="q"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={64}
          maw={360}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={pending ? <Loader size={16} /> : undefined}
          value={written}
          onChange={(event) => {
            setWritten(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
      </form>
    </search>
  );
}
