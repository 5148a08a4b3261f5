'use client';

import { Button } from '@mantine/core';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useTransition } from 'react';
import { LinkButton } from '@/app/(console)/layout/link-button';

interface FilterFormProps {
  /** Something is filtered, so that it can be cleared. */
  readonly filtered: boolean;
  /** Fields without a state of their own; their names are the parameters of the URL. */
  readonly children: ReactNode;
}

/** Fields that narrow the page: they are the query of its URL, and work without scripts. */
export function FilterForm({ filtered, children }: FilterFormProps) {
  const t = useTranslations('filters');
  const pathname = usePathname();
  const router = useRouter();
  const present = useSearchParams().toString();
  const [pending, startTransition] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') query.set(name, value.trim());
    }
    startTransition(() => router.push(query.size === 0 ? pathname : `${pathname}?${query}`));
  };
  return (
    <search>
      {/* Anew for each address, so that the fields show what it says. */}
      <form key={present} action={pathname} onSubmit={submit}>
        <div className="filter-fields">
          {children}
          <Button type="submit" variant="default" loading={pending}>
            {t('apply')}
          </Button>
          {filtered && (
            <LinkButton href={pathname} variant="subtle">
              {t('clear')}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  );
}
