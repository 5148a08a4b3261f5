'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SuggestField } from '@/app/(console)/form/query-fields';
import { useSearch } from '@/app/(console)/search/use-search';

/** A field for any name, with integrations as suggestions. */
export function TargetField({ target = '' }: { readonly target: string | undefined }) {
  const t = useTranslations('audit');
  const [written, setWritten] = useState(target);
  const { answer } = useSearch(written === target ? '' : written.trim());
  return (
    <SuggestField
      name="target"
      label={t('target')}
      maxLength={320}
      suggestions={answer.integrations.map(({ nombre }) => nombre)}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
    />
  );
}
