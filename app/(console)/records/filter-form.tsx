'use client';

import { Button, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState, useTransition } from 'react';
import { digestIdentifier } from '@/app/(console)/actions/records';

interface FilterFormProps {
  readonly base: string;
  /** Parts of the address that have no field, or one that shows less than they say. */
  readonly kept: Readonly<Record<string, string | undefined>>;
  readonly children: ReactNode;
}

/**
 * The form of the filters. Its fields become the address; only the identifier goes to the server
 * first, which gives back the digests that stand for it. It has no name, so that no browser sends it.
 */
export function FilterForm({ base, kept, children }: FilterFormProps) {
  const t = useTranslations('filters');
  const router = useRouter();
  const [identifier, setIdentifier] = useState('');
  const [pending, startTransition] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    startTransition(async () => {
      const given = identifier.trim();
      const digested = given === '' ? undefined : await digestIdentifier(given);
      const id = digested?.ok ? digested.data : kept.id;
      router.push(`${base}?${addressOf(fields, { ...kept, id })}`);
    });
  };
  return (
    <form onSubmit={submit}>
      <div className="filter-fields">
        <TextInput
          label={t('id')}
          title={t('idHelp')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={identifier}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
        />
        {children}
        <Button type="submit" variant="default" loading={pending} className="filter-apply">
          {t('apply')}
        </Button>
      </div>
    </form>
  );
}

function addressOf(fields: FormData, kept: FilterFormProps['kept']): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of [...fields, ...Object.entries(kept)]) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') parameters.set(name, text);
  }
  // Exact times say more than a preset.
  if (parameters.has('from') || parameters.has('to')) parameters.delete('period');
  return parameters;
}
