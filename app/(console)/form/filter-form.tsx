'use client';

import { Button } from '@mantine/core';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useTransition } from 'react';
import { LinkButton } from '@/app/(console)/layout/link-button';

interface FilterFormProps {
  /** Whether there is something to clear. */
  readonly filtered: boolean;
  /** Address without filters; by default the page without parameters. */
  readonly all?: string;
  /** Changes the parameters before the page is asked for; false keeps the page as it is. */
  readonly prepare?: (query: URLSearchParams) => Promise<boolean>;
  /** Uncontrolled fields whose names are the parameters of the URL. */
  readonly children: ReactNode;
}

/** Fields that filter a page. They become the query of its URL, and work without scripts. */
export function FilterForm({ filtered, all, prepare, children }: FilterFormProps) {
  const t = useTranslations('filters');
  const pathname = usePathname();
  const router = useRouter();
  const present = useSearchParams().toString();
  const [pending, startTransition] = useTransition();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') query.append(name, value.trim());
    }
    // Exact times say more than a named period.
    if (query.has('from') || query.has('to')) query.delete('period');
    startTransition(async () => {
      if ((await prepare?.(query)) === false) return;
      router.push(query.size === 0 ? pathname : `${pathname}?${query}`);
    });
  };
  return (
    <search aria-label={t('label')}>
      {/* The key makes the fields follow the address. */}
      <form key={present} action={pathname} onSubmit={submit}>
        <div className="filter-fields">
          {children}
          <Button type="submit" variant="default" loading={pending} className="filter-apply">
            {t('apply')}
          </Button>
          {filtered && (
            <LinkButton href={all ?? pathname} variant="subtle" className="filter-apply">
              {t('clear')}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  );
}

interface HiddenFieldsProps {
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

/** Parameters that a filter form keeps although it has no field for them. */
export function HiddenFields({ parameters }: HiddenFieldsProps) {
  return Object.entries(parameters).map(
    ([name, value]) =>
      value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  );
}
