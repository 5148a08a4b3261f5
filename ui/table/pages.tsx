'use client';

import { Group } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { LinkButton } from '@/ui/parts/link-button';
import { Note } from '@/ui/parts/note';
import { usePath } from '@/ui/parts/path';
import { PAGE_SIZE } from './paging';

/** Links to the newest and the older rows; `next` says where the older ones begin, if any. */
export function Pages({ next }: { readonly next: string | undefined }) {
  const t = useTranslations('pages');
  const pathWith = usePath();
  const later = useSearchParams().has('before');
  if (!later && next === undefined) return null;
  return (
    <Group component="nav" aria-label={t('label')}>
      {later && <LinkButton href={pathWith({ before: undefined })}>{t('newest')}</LinkButton>}
      {next !== undefined && (
        <LinkButton href={pathWith({ before: next })}>{t('older')}</LinkButton>
      )}
    </Group>
  );
}

/** Links to the previous and the next page of rows whose number is known. */
export function NumberedPages({ page, rows }: { readonly page: number; readonly rows: number }) {
  const t = useTranslations('pages');
  const pathWith = usePath();
  const pages = Math.ceil(rows / PAGE_SIZE);
  if (pages <= 1) return null;
  const to = (number: number) => pathWith({ page: number === 1 ? undefined : String(number) });
  return (
    <Group component="nav" aria-label={t('label')} gap="sm">
      {page > 1 && <LinkButton href={to(page - 1)}>{t('previous')}</LinkButton>}
      {page < pages && <LinkButton href={to(page + 1)}>{t('following')}</LinkButton>}
      <Note>{t('place', { page, pages })}</Note>
    </Group>
  );
}
