'use client';

import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useIntegrations } from '@/app/(console)/search/use-integrations';

/** A field for any name, with integrations as suggestions. */
export function TargetField({ target = '' }: { readonly target: string | undefined }) {
  const t = useTranslations('audit');
  const [written, setWritten] = useState(target);
  const { found } = useIntegrations(written === target ? '' : written.trim());
  const suggestions = useId();
  return (
    <>
      <TextInput
        name="target"
        label={t('target')}
        list={suggestions}
        autoComplete="off"
        maxLength={320}
        w={{ base: '100%', xs: 220 }}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <datalist id={suggestions}>
        {found.map(({ nombre }) => (
          <option key={nombre} value={nombre} />
        ))}
      </datalist>
    </>
  );
}
