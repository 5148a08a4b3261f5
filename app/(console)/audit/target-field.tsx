'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SuggestField } from '@/app/(console)/form/query-fields';
import { useIntegrations } from '@/app/(console)/search/use-integrations';

/** A field for any name, with integrations as suggestions. */
export function TargetField({ target = '' }: { readonly target: string | undefined }) {
  const t = useTranslations('audit');
  const [written, setWritten] = useState(target);
  const { found } = useIntegrations(written === target ? '' : written.trim());
  return (
    <SuggestField
      name="target"
      label={t('target')}
      maxLength={320}
      suggestions={found.map(({ nombre }) => nombre)}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
    />
  );
}
