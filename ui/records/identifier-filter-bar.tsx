'use client';

import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { searchIdentifier } from '@/ui/actions/records';
import { FilterBar, type FilterBarProps } from '@/ui/filter/filter-bar';

interface IdentifierFilterBarProps extends FilterBarProps {
  /** The identifier in the address, as this session may see it. */
  readonly identifier: string | undefined;
}

/**
 * A filter bar with a field for an identifier. The server seals the identifier for this session;
 * the field has no name, so that no browser puts the identifier into a URL.
 */
export function IdentifierFilterBar({ identifier, filters, kept }: IdentifierFilterBarProps) {
  const t = useTranslations('filters');
  const errors = useTranslations('errors');
  const [written, setWritten] = useState('');
  const prepare = async (query: URLSearchParams) => {
    const given = written.trim();
    if (given === '') return true;
    const searched = await searchIdentifier({ identifier: given });
    if (!searched.ok) {
      notifications.show({ color: 'red', message: errors(searched.error) });
      return false;
    }
    query.set('id', searched.data);
    setWritten('');
    return true;
  };
  const field = (
    <TextInput
      size="xs"
      label={t('id')}
      title={t('idHelp')}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
    />
  );
  const filter = { name: 'id', label: t('id'), value: identifier, field };
  return <FilterBar filters={[filter, ...filters]} kept={kept} prepare={prepare} />;
}
