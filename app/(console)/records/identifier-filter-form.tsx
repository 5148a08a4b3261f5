'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { digestIdentifier } from '@/app/(console)/actions/records';
import { FilterForm } from '@/app/(console)/form/filter-form';

interface IdentifierFilterFormProps {
  readonly filtered: boolean;
  readonly all: string;
  readonly children: ReactNode;
}

/**
 * A filter form with a field for an identifier. The server exchanges the identifier for digests;
 * the field has no name, so that no browser puts the identifier into a URL.
 */
export function IdentifierFilterForm({ children, ...form }: IdentifierFilterFormProps) {
  const t = useTranslations('filters');
  const [identifier, setIdentifier] = useState('');
  const prepare = async (query: URLSearchParams) => {
    const given = identifier.trim();
    const digested = given === '' ? undefined : await digestIdentifier(given);
    if (digested?.ok) query.set('id', digested.data);
  };
  return (
    <FilterForm {...form} prepare={prepare}>
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
    </FilterForm>
  );
}
