'use client';

import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { searchIdentifier } from '@/app/(console)/actions/records';
import { FilterForm } from '@/app/(console)/form/filter-form';

interface IdentifierFilterFormProps {
  readonly filtered: boolean;
  readonly all: string;
  readonly children: ReactNode;
}

/**
 * A filter form with a field for an identifier. The server seals the identifier for this session;
 * the field has no name, so that no browser puts the identifier into a URL.
 */
export function IdentifierFilterForm({ children, ...form }: IdentifierFilterFormProps) {
  const t = useTranslations('filters');
  const errors = useTranslations('errors');
  const [identifier, setIdentifier] = useState('');
  const prepare = async (query: URLSearchParams) => {
    const given = identifier.trim();
    if (given === '') return true;
    const searched = await searchIdentifier({ identifier: given });
    if (searched.ok) query.set('id', searched.data);
    else notifications.show({ color: 'red', message: errors(searched.error) });
    return searched.ok;
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
