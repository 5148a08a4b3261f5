import { VisuallyHidden } from '@mantine/core';
import { useTranslations } from 'next-intl';

/** Tells screen readers how many rows a filter or a search has left. */
export function ResultCount({ count }: { readonly count: number }) {
  const t = useTranslations('table');
  return (
    <VisuallyHidden role="status" id="results" tabIndex={-1}>
      {t('results', { count })}
    </VisuallyHidden>
  );
}
