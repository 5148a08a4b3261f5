'use client';

import { Button, Loader, Text } from '@mantine/core';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, Fragment, type ReactNode, useRef, useState, useTransition } from 'react';
import { readWritten } from '@/lib/console/texts/written-time';
import { LinkButton } from '@/ui/parts/link-button';
import { usePath, withoutValues } from '@/ui/parts/path';

export interface Filter {
  /** Parameter of the URL. */
  readonly name: string;
  readonly label: string;
  /** Present value, in words; undefined while nothing is filtered by it. */
  readonly value: string | undefined;
  /** An uncontrolled field, whose name is the parameter. */
  readonly field: ReactNode;
  /** Hides the field under 'more' until it is used. */
  readonly rare?: boolean;
}

export interface FilterBarProps {
  readonly filters: readonly Filter[];
  /** Other parameters that stay as they are. */
  readonly kept?: Readonly<Record<string, string | undefined>> | undefined;
  /** Changes the parameters before they are applied. Returns false to keep the page as it is. */
  readonly prepare?: (query: URLSearchParams) => Promise<boolean>;
}

/**
 * The filters of a page, which are parameters of its URL. A choice applies at once, a text with
 * Enter or on leaving its field. Each active filter can be removed by itself.
 */
export function FilterBar({ filters, kept = {}, prepare }: FilterBarProps) {
  const t = useTranslations('filters');
  const { version, pending, apply } = useApply(prepare);
  const search = useRef<HTMLElement>(null);
  const isTyped = useRef(false);
  /** Version of the fields whose period is reversed. A new version shows no error. */
  const [reversed, setReversed] = useState<number>();
  const [unfolded, setUnfolded] = useState(false);
  const send = (form: HTMLFormElement) => {
    const query = parametersOf(form);
    isTyped.current = false;
    const isReversed = endsBeforeItBegins(query);
    setReversed(isReversed ? version : undefined);
    if (!isReversed) apply(query);
  };
  const rare = filters.filter((filter) => filter.rare);
  const hidden = Object.entries(kept).filter(([, value]) => value !== undefined);
  return (
    <search ref={search} aria-label={t('label')} tabIndex={-1} className="filter-bar">
      <Button component="a" href="#results" size="xs" className="skip">
        {t('skip')}
      </Button>
      <Button
        hiddenFrom="xs"
        variant="default"
        size="xs"
        w="fit-content"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {t('label')}
      </Button>
      {/* The key makes the fields follow the address. */}
      <form
        key={version}
        aria-busy={pending}
        data-folded={!unfolded || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget);
        }}
        onChange={(event) => {
          isTyped.current = true;
          if (isChoice(event)) event.currentTarget.requestSubmit();
        }}
        onBlur={({ currentTarget }) => {
          if (isTyped.current && currentTarget.checkValidity()) send(currentTarget);
        }}
      >
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="filter-fields">
          {filters.filter((filter) => !filter.rare).map(fieldOf)}
          {rare.length > 0 && (
            <details className="more-filters" open={rare.some(isActive)}>
              <summary>{t('more')}</summary>
              <div className="filter-fields">{rare.map(fieldOf)}</div>
            </details>
          )}
        </div>
        {/* Makes Enter send the form, which has several fields. */}
        <button type="submit" hidden />
        {reversed === version && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {t('reversed')}
          </Text>
        )}
        {pending && (
          <Loader role="status" size={16} className="filter-pending" aria-label={t('applying')} />
        )}
      </form>
      <Chips filters={filters.filter(isActive)} onRemove={() => search.current?.focus()} />
    </search>
  );
}

function fieldOf({ name, field }: Filter) {
  return <Fragment key={name}>{field}</Fragment>;
}

function isActive({ value }: Filter): boolean {
  return value !== undefined;
}

/** True when a whole value was chosen instead of typed. */
function isChoice({ nativeEvent }: FormEvent): boolean {
  return !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText';
}

/** Loads the page with the fields of a form, if they differ from the address. */
function useApply(prepare: FilterBarProps['prepare']) {
  const router = useRouter();
  const pathname = usePathname();
  const present = useSearchParams().toString();
  const [pending, startTransition] = useTransition();
  // A new version recreates the fields, for an address that did not come from them.
  const [shown, setShown] = useState({ present, applied: present, version: 0 });
  if (shown.present !== present) {
    const version = shown.version + (present === shown.applied ? 0 : 1);
    setShown({ present, applied: present, version });
  }
  const apply = (query: URLSearchParams) => {
    startTransition(async () => {
      if ((await prepare?.(query)) === false) return;
      const applied = query.toString();
      if (applied === present) return;
      setShown((before) => ({ ...before, applied }));
      router.push(applied === '' ? pathname : `${pathname}?${applied}`, { scroll: false });
    });
  };
  return { version: shown.version, pending, apply };
}

/** Reads the fields of a form as parameters of the address. */
function parametersOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    const isTime = name === 'from' || name === 'to';
    query.append(name, (isTime && readWritten(value)) || value.trim());
  }
  // Exact times replace a named period.
  if (query.has('from') || query.has('to')) query.delete('period');
  return query;
}

/** True when the end comes before the beginning. A day without a time lasts until its end. */
function endsBeforeItBegins(query: URLSearchParams): boolean {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '9999';
  return from.includes('T') && to.includes('T') ? from > to : from.slice(0, 10) > to.slice(0, 10);
}

interface ChipsProps {
  readonly filters: readonly Filter[];
  /** Takes the focus, because the chip disappears. */
  readonly onRemove: () => void;
}

function Chips({ filters, onRemove }: ChipsProps) {
  const t = useTranslations('filters');
  const pathWith = usePath();
  const without = (names: readonly string[]) => pathWith(withoutValues(names));
  if (filters.length === 0) return null;
  return (
    <ul className="bare chips" aria-label={t('active')}>
      {filters.map(({ name, label, value = '' }) => (
        <li key={name}>
          <LinkButton
            href={without([name])}
            scroll={false}
            size="compact-sm"
            radius="xl"
            fw={400}
            rightSection="×"
            aria-label={t('remove', { name: `${label}: ${value}` })}
            onClick={onRemove}
          >
            <span className="chip-text">
              {label}: <b>{value}</b>
            </span>
          </LinkButton>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <LinkButton
            href={without(filters.map(({ name }) => name))}
            scroll={false}
            size="compact-sm"
            variant="subtle"
            onClick={onRemove}
          >
            {t('clear')}
          </LinkButton>
        </li>
      )}
    </ul>
  );
}
