'use client';

import { Group } from '@mantine/core';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useAddress } from '@/app/(console)/layout/address';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { Note } from '@/app/(console)/layout/note';
import { PAGE_SIZE } from '@/lib/paging';

interface PagesProps {
  /** `after` for ascending rows, `before` where the newest come first. */
  readonly parameter: 'after' | 'before';
  /** Start of the next page, if any. */
  readonly next: string | undefined;
}

/** Links to the first and the next page of rows without a known number. */
export function Pages({ parameter, next }: PagesProps) {
  const t = useTranslations('pages');
  const address = useAddress();
  const later = useSearchParams().has(parameter);
  if (!later && next === undefined) return null;
  return (
    <Group component="nav" aria-label={t('label')}>
      {later && (
        <LinkButton href={address({ [parameter]: undefined })}>
          {t(`first.${parameter}`)}
        </LinkButton>
      )}
      {next !== undefined && (
        <LinkButton href={address({ [parameter]: next })}>{t(`next.${parameter}`)}</LinkButton>
      )}
    </Group>
  );
}

/** Links to the previous and the next page of rows whose number is known. */
export function NumberedPages({ page, rows }: { readonly page: number; readonly rows: number }) {
  const t = useTranslations('pages');
  const address = useAddress();
  const pages = Math.ceil(rows / PAGE_SIZE);
  if (pages <= 1) return null;
  const to = (number: number) => address({ page: number === 1 ? undefined : String(number) });
  return (
    <Group component="nav" aria-label={t('label')} gap="sm">
      {page > 1 && <LinkButton href={to(page - 1)}>{t('previous')}</LinkButton>}
      {page < pages && <LinkButton href={to(page + 1)}>{t('following')}</LinkButton>}
      <Note>{t('place', { page, pages })}</Note>
    </Group>
  );
}
