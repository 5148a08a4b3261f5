'use client';

import { Loader, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { useState, useTransition } from 'react';
import { usePath, withoutValues } from '@/ui/parts/path';

const PAUSE_MS = 200;

/** Searches while somebody types. */
export function SearchField({ query, label }: { readonly query: string; readonly label: string }) {
  const router = useRouter();
  const pathWith = usePath();
  const [written, setWritten] = useState(query);
  const [pending, startTransition] = useTransition();
  const search = useDebouncedCallback((text: string) => {
    const q = text.trim() === '' ? undefined : text.trim();
    startTransition(() => router.replace(pathWith({ ...withoutValues(), q })));
  }, PAUSE_MS);
  return (
    <search>
      <TextInput
        type="search"
        maw="100%"
        w={{ base: '100%', xs: 280 }}
        aria-label={label}
        placeholder={label}
        maxLength={64}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={pending ? <Loader size={16} /> : undefined}
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
    </search>
  );
}
